"""What a worker does: one task at a time, with what was made of the work's pickle kept from one to the next."""

from __future__ import annotations

import os
import platform
import pickle
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from .. import __version__
from ._folder import Folder, FolderError, Place, forget
from ._rooms import Rooms
from ._shards import Bytes, Shards

__all__ = ["Means", "forget", "leave", "means", "part", "write"]

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


def write(
    pickled: bytes, task: int, memory: int | None, folder: Folder, needs: Sequence[Place], of: Place, claim: Place | None
) -> None:
    """Does a task on files of a folder, and writes its output there, unless it is there already.

    :raises FolderError: if there is no such folder here.
    """
    if not os.path.isdir(folder.path):
        raise FolderError(f"{folder.path}: the worker at {platform.node()} does not see it")
    if folder.is_there(of):
        return
    inputs = [folder.read(need) for need in needs]

    def fill(output: Bytes) -> None:
        shards = _made(pickled)
        reads = zip(inputs, shards.tasks[task].reads, strict=True)
        shards.run(task, [left.bytes[begin:end] for left, (begin, end) in reads], output, threads=1, memory=memory)
        for left in inputs:
            left.check()

    folder.write(of, claim, fill)


class Means(NamedTuple):
    """What a worker has."""

    version: str
    threads: int
    memory: int | None
    sees: bool


def means(file: str | None, dask_worker: Any = None) -> Means:
    """What this worker has, and whether it sees a file."""
    limit: int | None = dask_worker.memory_manager.memory_limit
    return Means(__version__, dask_worker.state.nthreads, limit or None, file is None or os.path.exists(file))
