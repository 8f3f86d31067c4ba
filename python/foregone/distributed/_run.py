"""Runs work that is cut into tasks on a Dask cluster.

The tasks are handed out here, a few ahead of what the workers can do at a time: whatever order Dask takes, no output is there
for longer than it is needed, and the scheduler knows of no more tasks than run. Outputs either stay with the workers as
values of Dask, which makes those again that a worker takes with it; or they are files (see ``_folder``), and then what
is complete stays so, whoever dies.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from distributed import Client

from .. import TooLargeError, __version__
from . import _worker
from ._course import AllGoneError, InFolder, InMemory
from ._dask import Cluster, cluster
from ._folder import DamagedError, FolderError, Keeper
from ._plan import Plan, plan, size
from ._shards import Bytes, Shards

A = TypeVar("A")
T = TypeVar("T")
Report: TypeAlias = Callable[[Any], object]

# How often a damaged file is done again before somebody must look at the disk.
MENDS = 3
# The part of its memory from which on a worker of Dask writes to disk what it holds, if nobody has set it.
SPILLS = 0.6


def run(
    shards: Shards[A],
    client: Client,
    *,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> A:
    """Does some work on a cluster, and returns its answer: the same whatever the workers, and whatever happens to them.

    :param client: a client of the cluster that blocks, as clients do unless they are asynchronous.
    :param folder: where outputs are kept, seen by all workers under this name. What a run has left there that was ended, the
        next one goes on from. Without it outputs stay in the memory of the workers.
    :param memory: the bytes that a task may take besides its inputs and its output.
    :param report: is given the plan, and then in words whatever else there is to say.
    :raises FolderError: if the folder holds other work, another run is using it, or a worker does not see it.
    :raises foregone.TooLargeError: if a task takes more memory than it may, or than a worker has.
    """
    return made(shards, client, shards.answer, folder=folder, memory=memory, report=report)


def made(
    shards: Shards[object],
    client: Client,
    make: Callable[[Sequence[Bytes]], T],
    *,
    folder: str | os.PathLike[str] | None,
    memory: int | None,
    report: Report | None,
) -> T:
    """Does some work, and returns what is made of the outputs that are wanted; see `run`."""
    dask = cluster(client)
    keeper = None if folder is None else Keeper(folder, shards)
    try:
        workers = _workers(dask, keeper)
        told = plan(shards, sum(worker.threads for worker in workers))
        if report is not None:
            report(told)
        _check_room(told, workers, keeper)
        limits = [means.memory for means in workers if means.memory]
        if keeper is not None and limits:
            # What is mapped counts as a worker's memory, and Dask lets none go on that has too much.
            keeper.folder = replace(keeper.folder, mapped=min(limits) // 2)
        while True:
            try:
                if keeper is None:
                    return InMemory(shards, dask, memory).answer(make)
                return _mended(shards, dask, make, memory, keeper, report)
            except AllGoneError:
                if report is not None:
                    report("all workers died at once: what they had not left in a folder is done again")
    finally:
        if keeper is not None:
            _worker.forget()
            dask.run(_worker.forget, on_error="ignore")
            keeper.close()


def _mended(
    shards: Shards[object],
    dask: Cluster,
    make: Callable[[Sequence[Bytes]], T],
    memory: int | None,
    keeper: Keeper,
    report: Report | None,
) -> T:
    """Runs work on files: again, as often as some turn out to be damaged."""
    mends: Counter[int] = Counter()
    while True:
        course = InFolder(shards, dask, memory, keeper)
        if report is not None and course.there:
            report(f"{course.there} of {len(shards.tasks)} tasks have been done before, {course.left} are to be done")
        try:
            return course.answer(make)
        except DamagedError as damaged:
            name = shards.tasks[damaged.task].name
            mends[damaged.task] += 1
            keeper.drop(damaged.task)
            if mends[damaged.task] >= MENDS:
                raise FolderError(f"{keeper.folder.path}: the output of `{name}` is damaged: {damaged.what}") from None
            if report is not None:
                report(f"the output of `{name}` is damaged: {damaged.what}; it is done again")


def _workers(dask: Cluster, keeper: Keeper | None) -> list[_worker.Means]:
    """What the workers have that are there, once there is one."""
    file = None if keeper is None else keeper.plan
    workers: list[_worker.Means] = []
    while not workers:
        dask.wait_for_workers(1)
        for address, means in dask.run(_worker.means, file, on_error="return").items():
            if isinstance(means, OSError):
                # It has just died.
                continue
            if isinstance(means, BaseException):
                raise means
            if means.version != __version__:
                raise RuntimeError(f"the worker {address} has version {means.version} of foregone, not {__version__}")
            if not means.sees:
                raise FolderError(f"{file}: the worker {address} does not see it")
            workers.append(means)
    return workers


def _check_room(told: Plan, workers: list[_worker.Means], keeper: Keeper | None) -> None:
    """Makes sure that the workers have memory enough, and warns when it is not certain."""
    limits = [means.memory // means.threads for means in workers if means.memory]
    forecast = told.forecasts[-1]
    if limits and told.largest > min(limits):
        raise TooLargeError(
            f"a task takes {size(told.largest)}, and a worker has {size(min(limits))} for each of its threads"
        )
    if keeper is not None:
        free = shutil.disk_usage(keeper.folder.path).free
        if forecast.peak > free:
            warnings.warn(f"outputs may take {size(forecast.peak)}, and the folder has room for {size(free)}", stacklevel=3)
    elif limits and forecast.memory > SPILLS * min(limits):
        warnings.warn(
            f"outputs may take {size(forecast.memory)} of each thread's {size(min(limits))}: Dask then writes to disk what it"
            " holds, and more workers or a folder would be faster",
            stacklevel=3,
        )
