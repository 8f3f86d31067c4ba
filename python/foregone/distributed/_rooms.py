"""Room for outputs in memory, which is used again once nobody reads what it held: its pages are there then.

Fresh pages would cost a sweep 10 to 30 %, and workers of Dask give freed memory back to the system at once.
"""

from __future__ import annotations

import threading
import weakref

import numpy as np

from ._shards import Bytes

# How much room may lie idle, in bytes.
IDLE = 256 << 20


class Rooms:
    """The rooms of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Only ever appended to without the lock: whoever lets go of an array may be anyone, at any moment.
        self._idle: list[bytearray] = []

    def take(self, size: int) -> Bytes:
        """So many bytes that begin at a multiple of 64, as kernels like it, with anything in them."""
        with self._lock:
            fitting = [at for at, room in enumerate(self._idle) if size + 63 <= len(room) <= 2 * size + 4096]
            if fitting:
                room = self._idle.pop(min(fitting, key=lambda at: len(self._idle[at])))
            else:
                room = bytearray(size + 63)
            while sum(map(len, self._idle)) > IDLE:
                self._idle.pop(0)
        # All views of it hold on to this array, as what it is made of is none: so once it is gone, nobody reads the room.
        whole = np.frombuffer(room, np.uint8)
        weakref.finalize(whole, self._idle.append, room).atexit = False
        start = -whole.ctypes.data % 64
        return whole[start : start + size]
