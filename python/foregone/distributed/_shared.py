"""Outputs in the memory that the processes of one machine share, and room there that is kept from run to run.

Where all workers are on the machine of whoever runs the work, outputs need not travel: they are files of a folder in
memory. Fresh pages for them would cost half as much as the sweep that fills them, so the files stay for the next run, and
with them the maps that workers have of them::

    foregone-<user>-<name>/
      owner                 held locked as long as the client is there
      plan.json             what the work is, during a run
      levels-000012         an output, as in any folder
      room-5f0c…            one of an earlier run, to be written over

The folder goes with its client. If that is killed, whoever makes the next one clears it away.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path

from distributed import Client
from psutil import virtual_memory  # type: ignore[import-untyped]

from ._folder import UNFINISHED, Keeper, forget, in_memory, lock
from ._shards import Shards

MEMORY = "/dev/shm"
OWNER = "owner"
# The part of the machine's memory that rooms may take between runs.
IDLE = 1 / 8
# How many times the outputs must find room.
SPARE = 1.5


class Pool:
    """A folder in memory, for one run at a time."""

    def __init__(self) -> None:
        """Makes one.

        :raises OSError: if it cannot be made.
        """
        _clear_away()
        self.path = tempfile.mkdtemp(prefix=_prefix(), dir=MEMORY)
        # Under its name it is locked from the first, so that nobody takes the folder for one that was left.
        fresh = os.path.join(self.path, f"{OWNER}.new")
        self._owner = os.open(fresh, os.O_RDWR | os.O_CREAT, 0o600)
        lock(self._owner)
        os.rename(fresh, os.path.join(self.path, OWNER))

    def remove(self) -> None:
        """Deletes it."""
        shutil.rmtree(self.path, ignore_errors=True)
        forget(self.path)
        os.close(self._owner)


def _prefix() -> str:
    return f"foregone-{os.getuid()}-"


def _clear_away() -> None:
    """Deletes the folders of clients that were killed."""
    for path in Path(MEMORY).glob(f"{_prefix()}*"):
        try:
            owner = os.open(path / OWNER, os.O_RDWR)
        except OSError:
            continue
        try:
            if lock(owner):
                shutil.rmtree(path, ignore_errors=True)
        finally:
            os.close(owner)


class _Pools:
    """The folders of the clients of this process, but those that are in use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: weakref.WeakKeyDictionary[Client, list[Pool]] = weakref.WeakKeyDictionary()

    def take(self, client: Client) -> Pool:
        """One that is the caller's until it is given back."""
        with self._lock:
            idle = self._idle.get(client)
            if idle:
                return idle.pop()
        pool = Pool()
        weakref.finalize(client, pool.remove)
        return pool

    def give_back(self, client: Client, pool: Pool) -> None:
        """Keeps it for the next run."""
        with self._lock:
            self._idle.setdefault(client, []).append(pool)


_POOLS = _Pools()


class Shared(Keeper):
    """Keeps outputs in memory, and their files for the next run."""

    def __init__(self, client: Client, shards: Shards[object]) -> None:
        """Takes a folder in memory.

        :raises OSError: if there is none.
        """
        self._client = client
        self._pool = _POOLS.take(client)
        super().__init__(self._pool.path, shards, beside=(OWNER,))
        self.is_shared = True

    def keep(self, tasks: Sequence[int]) -> None:
        """Deletes nothing: an answer that is known is not asked for again."""

    def close(self) -> None:
        """Keeps the files of outputs as room, as far as there may be so much, and gives the folder back."""
        if self.is_open and not os.path.isdir(self.folder.path):
            # Somebody has taken it away.
            super().close()
        elif self.is_open:
            for of in self.places:
                self.folder.give_up(of)
            self._clear(lambda name: name.endswith(UNFINISHED))
            self._spare(int(virtual_memory().total * IDLE))
            self.vacate()
            super().close()
            _POOLS.give_back(self._client, self._pool)

    def _spare(self, most: int) -> None:
        """Deletes the smallest rooms until the others are not more than that."""
        rooms = sorted(self.folder.rooms(), key=lambda of: of.size)
        idle = sum(of.size for of in rooms)
        for of in rooms:
            if idle <= most:
                break
            self._delete(of.name)
            idle -= of.size


def shared(client: Client, shards: Shards[object], peak: int) -> Shared | None:
    """A folder in the memory of this machine, if it has room for outputs of so many bytes at a time."""
    if not in_memory(MEMORY):
        return None
    try:
        keeper = Shared(client, shards)
    except OSError:
        return None
    kept = sum(of.size for of in keeper.folder.rooms())
    if SPARE * peak < kept + min(shutil.disk_usage(MEMORY).free, virtual_memory().available):
        return keeper
    keeper.close()
    return None
