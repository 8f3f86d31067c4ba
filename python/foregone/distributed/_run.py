"""Runs work that is cut into tasks on a Dask cluster.

The tasks are handed out here, a few ahead of what the workers can do at a time: whatever order Dask takes, no output is there
for longer than it is needed, and the scheduler knows of no more tasks than run. Outputs either stay with the workers as
values of Dask, which makes those again that a worker takes with it; or they are files (see ``_folder``), and then what is
complete stays so, whoever dies. In memory that all workers share they find their tasks themselves (see ``_ledger``).
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
from ._course import AllGoneError, InFolder, InMemory, InShifts
from ._dask import Cluster, cluster, wait
from ._folder import DamagedError, FolderError, Keeper
from ._plan import Plan, plan, size
from ._shards import Bytes, Shards
from ._shared import shared

A = TypeVar("A")
T = TypeVar("T")
Report: TypeAlias = Callable[[Any], object]

# From so many bytes on that workers read of each other's outputs, these are in memory that they share, if they can share any.
TRAVELS = 16 << 20
# How often a damaged file is done again before somebody must look at the disk.
MENDS = 3
# How often a run begins again, as all workers died at once, without getting any further than before.
RESTARTS = 3
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
        next one goes on from. Without it outputs stay in memory: in one that all processes share if the workers are on this
        machine and there is room, else in that of the worker that left them. What is shared is kept for the next run, up to an
        eighth of the machine's memory, until the client is gone.
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
    # Folders of which nobody is to hold files that are deleted.
    left: set[str] = set() if keeper is None else {keeper.folder.path}
    try:
        workers = _workers(dask, None if keeper is None else keeper.plan, report)
        for address, means in workers.items():
            if not means.sees:
                raise FolderError(f"{folder}: the worker {address} does not see it")
            if keeper is not None and means.machine != _worker.machine():
                keeper.is_shared = False
        told = plan(shards, sum(means.threads for means in workers.values()))
        if report is not None:
            report(told)
        limits = [means.memory // means.threads for means in workers.values() if means.memory]
        forecast = told.forecasts[-1]
        spills = any(forecast.memory > SPILLS * limit for limit in limits)
        if keeper is None and forecast.moved >= TRAVELS and not spills:
            keeper = _shared(client, dask, shards, forecast.peak)
        _check_room(told, limits, spills, keeper)
        if keeper is not None and limits:
            # What is mapped counts as a worker's memory, and Dask lets none go on that has too much.
            keeper.folder = replace(keeper.folder, mapped=min(limits) // 2)
        keeps_dying, least = 0, len(shards.tasks) + 1
        while True:
            try:
                if keeper is None:
                    return InMemory(shards, dask, memory, report).answer(make)
                return _mended(shards, dask, make, memory, keeper, report)
            except AllGoneError as gone:
                keeps_dying = 0 if gone.left < least else keeps_dying + 1
                least = min(least, gone.left)
                if keeps_dying == RESTARTS:
                    raise RuntimeError("all workers died at once again and again: it may be a task that ends them") from None
                if report is not None:
                    report("all workers died at once: what they had not left in a folder is done again")
            except FolderError as unseen:
                if folder is not None or keeper is None:
                    raise
                keeper.close()
                left.add(keeper.folder.path)
                keeper = None
                if report is not None:
                    report(f"{unseen}; all is done again, and outputs are sent from one to the other")
    finally:
        if keeper is not None:
            keeper.close()
            if keeper.has_let_go:
                left.add(keeper.folder.path)
        # Whatever becomes of a folder until the next run, that one looks at it anew.
        for path in left:
            _worker.forget(path)
            dask.run(_worker.forget, path, on_error="ignore")


def _shared(client: Client, dask: Cluster, shards: Shards[object], peak: int) -> Keeper | None:
    """Memory that all workers share with this process, if they do."""
    keeper = shared(client, shards, peak)
    here = _worker.machine()
    if keeper is not None and not all(
        means.sees and means.machine == here for means in _workers(dask, keeper.plan).values()
    ):
        keeper.close()
        return None
    return keeper


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
        course = (InShifts if keeper.is_shared else InFolder)(shards, dask, memory, report, keeper)
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


def _workers(dask: Cluster, file: str | None, report: Report | None = None) -> dict[str, _worker.Means]:
    """What the workers have that are there, once there is one, and whether they see a file."""
    workers: dict[str, _worker.Means] = {}
    while not workers:
        wait(dask, report)
        for address, means in dask.run(_worker.means, file, on_error="return").items():
            if isinstance(means, OSError):
                # It has just died.
                continue
            if isinstance(means, BaseException):
                raise means
            if means.version != __version__:
                raise RuntimeError(f"the worker {address} has version {means.version} of foregone, not {__version__}")
            workers[address] = means
    return workers


def _check_room(told: Plan, limits: Sequence[int], spills: bool, keeper: Keeper | None) -> None:
    """Makes sure that each thread has memory enough, and warns when it is not certain."""
    forecast = told.forecasts[-1]
    if limits and told.largest > min(limits):
        raise TooLargeError(
            f"a task takes {size(told.largest)}, and a worker has {size(min(limits))} for each of its threads"
        )
    if keeper is not None:
        free = shutil.disk_usage(keeper.folder.path).free + sum(of.size for of in keeper.folder.rooms())
        if forecast.peak > free:
            warnings.warn(f"outputs may take {size(forecast.peak)}, and the folder has room for {size(free)}", stacklevel=3)
    elif spills:
        warnings.warn(
            f"outputs may take {size(forecast.memory)} of each thread's {size(min(limits))}: Dask then writes to disk what it"
            " holds, and more workers or a folder would be faster",
            stacklevel=3,
        )
