"""What a worker does: a task, or a shift of them, with what was made of the work's pickle kept from one to the next."""

from __future__ import annotations

import os
import pickle
import platform
from functools import lru_cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from .. import __version__
from ._folder import Folder, FolderError, forget, place
from ._ledger import Ledger
from ._rooms import Rooms
from ._shards import Bytes, Shards

__all__ = ["Means", "forget", "leave", "machine", "means", "part", "shift", "write"]

# How long a worker sees to it itself what it does next, in seconds, and how long it waits for something to do: there may be other
# runs.
SHIFT = 1.0
WAIT = 0.25
# How often it looks again if nothing can be done, in seconds, and as a part of the time for which that has been so.
LOOK_EVERY = 0.0005
LOOK_LATER = 0.02

_ROOMS = Rooms()


@lru_cache(maxsize=4)
def _made(pickled: bytes) -> Shards[object]:
    made: Shards[object] = pickle.loads(pickled)
    return made


def leave(pickled: bytes, task: int, memory: int | None, *inputs: Bytes) -> Bytes:
    """Does a task on what it reads, and leaves its output to Dask."""
    shards = _made(pickled)
    output = _ROOMS.take(shards.tasks[task].bytes)
    shards.run(task, inputs, output, threads=1, memory=memory)
    return output


def part(output: Bytes, begin: int, end: int) -> Bytes:
    """Some bytes of an output, so that they alone need travel."""
    return output[begin:end]


def write(pickled: bytes, task: int, memory: int | None, folder: Folder) -> None:
    """Does a task on files of a folder, and writes its output there, unless it is there already.

    :raises FolderError: if there is no such folder here.
    """
    _look(folder)
    _write(_made(pickled), task, memory, folder)


def shift(pickled: bytes, memory: int | None, folder: Folder) -> None:
    """Does one task after the other on files of a folder in the memory of this machine, for as long as a shift takes.

    :raises FolderError: if there is no such folder here.
    """
    _look(folder)
    try:
        ledger = Ledger(folder)
    except FileNotFoundError:
        # The run has ended.
        return
    shards, begun = _made(pickled), monotonic()
    idle_since = begun
    while ledger.is_open and (now := monotonic()) < begun + SHIFT:
        try:
            with ledger.claim(shards.tasks) as task:
                if task is not None:
                    _write(shards, task, memory, folder)
                    ledger.done(task)
        except FileNotFoundError:
            _look(folder)
            if ledger.is_open:
                raise
            # The run has ended meanwhile, and has cleared up.
            return
        if task is not None:
            idle_since = monotonic()
        elif now < idle_since + WAIT:
            sleep(max(LOOK_EVERY, (now - idle_since) * LOOK_LATER))
        else:
            break


def _look(folder: Folder) -> None:
    if not os.path.isdir(folder.path):
        raise FolderError(f"{folder.path}: the worker at {platform.node()} does not see it")


def _write(shards: Shards[object], task: int, memory: int | None, folder: Folder) -> None:
    of = shards.tasks[task]
    to = place(task, of)
    if folder.is_there(to):
        return
    inputs = [folder.read(place(need, shards.tasks[need])) for need in of.needs]

    def fill(output: Bytes) -> None:
        reads = zip(inputs, of.reads, strict=True)
        shards.run(task, [left.bytes[begin:end] for left, (begin, end) in reads], output, threads=1, memory=memory)
        for left in inputs:
            left.check()

    folder.write(to, fill)


class Means(NamedTuple):
    """What a worker has."""

    version: str
    threads: int
    memory: int | None
    sees: bool
    machine: str


def machine() -> str:
    """What tells this machine from others, until it is started again."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text()
    except OSError:
        return platform.node()


def means(file: str | None, dask_worker: Any = None) -> Means:
    """What this worker has, and whether it sees a file."""
    limit: int | None = dask_worker.memory_manager.memory_limit
    sees = file is None or os.path.exists(file)
    return Means(__version__, dask_worker.state.nthreads, limit or None, sees, machine())
