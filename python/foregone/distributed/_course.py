"""Hands out tasks and keeps account of them, with outputs in memory or as files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from concurrent.futures import CancelledError, wait
from heapq import heappop, heappush
from itertools import count
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

import numpy as np

from . import _worker
from ._dask import Cluster, Future, fetch, pickled
from ._folder import Keeper
from ._ledger import Ledger
from ._plan import kind
from ._shards import Bytes, Shards

T = TypeVar("T")

# How many tasks are handed out for each thread: one that runs, and one that is there when it ends.
AHEAD = 2
# How often the workers are counted, in seconds.
COUNT_EVERY = 2.0
# How often it is looked at what those have done that see to it themselves, in seconds.
SEE_EVERY = 0.02


class AllGoneError(Exception):
    """All workers died at once, and others have taken their places: Dask waits for those that are gone."""

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.left = left
        """How many tasks were still to be done."""


class Course:
    """Hands out the tasks of some work, and keeps account."""

    def __init__(
        self,
        shards: Shards[object],
        client: Cluster,
        memory: int | None,
        report: Callable[[str], object] | None,
        done: Sequence[int] = (),
    ) -> None:
        self.shards = shards
        self.client = client
        self.memory = memory
        self.report = report
        self.pickled = pickled(shards)
        game, _, rest = shards.title.partition(" ")
        self.label = (game.lower(), f"{rest.replace(' ', '-')}-{uuid4().hex[:8]}")
        todo = self._todo(set(done))
        self.left = len(todo)
        self.readers = [0] * len(shards.tasks)
        self.waiting: dict[int, list[int]] = {}
        self.missing: dict[int, int] = {}
        self.ready: list[int] = []
        self.running: dict[int, tuple[Future, str]] = {}
        # The threads of each worker, the tasks that it has been given, and the worker that each was given to.
        self.threads: dict[str, int] = {}
        # Those that were there when some were there last.
        self.known: Set[str] = frozenset()
        self.load: Counter[str] = Counter()
        self.given: dict[int, str] = {}
        self.count_at = 0.0
        self.ended: SimpleQueue[tuple[int, Future]] = SimpleQueue()
        for task in shards.wanted:
            self.readers[task] += 1
        for task in todo:
            missing = 0
            for need in shards.tasks[task].needs:
                self.readers[need] += 1
                if need in todo:
                    self.waiting.setdefault(need, []).append(task)
                    missing += 1
            self.missing[task] = missing
            if not missing:
                heappush(self.ready, task)

    def _todo(self, done: set[int]) -> set[int]:
        """The tasks that are not done, and whose outputs are needed for the answer."""
        todo: set[int] = set()
        stack = list(self.shards.wanted)
        while stack:
            task = stack.pop()
            if task not in done and task not in todo:
                todo.add(task)
                stack.extend(self.shards.tasks[task].needs)
        return todo

    def key(self, sort: str, name: str) -> tuple[str, str]:
        """What Dask calls a task: it colours and counts by game and sort, and tells runs apart by the first part."""
        game, rest = self.label
        return (f"{game}-{sort}-{rest}", name)

    def do_all(self) -> None:
        """Does all that is to be done."""
        try:
            while self.left:
                self._count()
                while self.ready and (worker := self._worker(self.ready[0])):
                    self._hand_out(heappop(self.ready), worker)
                try:
                    self._end(*self.ended.get(timeout=COUNT_EVERY))
                except Empty:
                    continue
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Lets Dask forget all. An exception holds on to all that saw it, so that this is not left to whoever lets go of it."""
        # To cancel them would be to cancel what depends on them twice, which Dask's scheduler does not bear.
        for future in [*(future for future, _ in self.running.values()), *self.kept()]:
            future.release()
        self.running.clear()

    def _count(self) -> None:
        """Looks which workers there are, as they may come and go."""
        if monotonic() >= self.count_at:
            before, lost = self.known, bool(self.threads)
            self.threads = dict(self.client.nthreads())
            if not self.threads and lost and self.report is not None:
                self.report("there is no worker any more: waiting for one")
            if self.threads:
                self.known = self.threads.keys()
                if before and before.isdisjoint(self.known):
                    raise AllGoneError(self.left)
            self.count_at = monotonic() + COUNT_EVERY

    def _worker(self, task: int) -> str | None:
        """The worker that has the least to do, of those the one that has the most of what the task needs."""

        def order(worker: str) -> tuple[float, int]:
            reads = zip(self.shards.tasks[task].needs, self.shards.tasks[task].reads, strict=True)
            here = sum(end - begin for need, (begin, end) in reads if self.given.get(need) == worker)
            return self.load[worker] / self.threads[worker], -here

        free = [worker for worker, threads in self.threads.items() if self.load[worker] < AHEAD * threads]
        return min(free, key=order, default=None)

    def _hand_out(self, task: int, worker: str) -> None:
        of = self.shards.tasks[task]
        future = self.submit(self.key(kind(of), of.name), task, worker, *self.call(task))
        self.load[worker] += 1
        self.given[task] = worker
        self.running[task] = (future, worker)
        future.add_done_callback(lambda future: self.ended.put((task, future)))
        self.handed_out(task, worker, future)

    def submit(self, key: tuple[str, str], task: int, worker: str, *call: Any) -> Future:
        """Has a worker, or another one if that one is gone or behind, call a function for a task."""
        return self.client.submit(
            *call, key=key, priority=-task, workers=[worker], allow_other_workers=True, pure=False
        )

    def _end(self, task: int, future: Future) -> None:
        self._check(task, future, self.shards.tasks[task].name)
        self.done(task)

    def _check(self, handed: int, future: Future, name: str) -> None:
        """What has been handed out by this number has ended: raises what it has raised."""
        _, worker = self.running.pop(handed)
        self.load[worker] -= 1
        # An output that is lost since its task has ended is made again by Dask, before those that need it.
        if future.status not in ("finished", "lost"):
            if future.status != "error":
                raise CancelledError(f"Dask gave up `{name}`: it is {future.status}")
            error, trace = future.exception(), future.traceback()
            future.release()
            raise error.with_traceback(trace)

    def done(self, task: int) -> None:
        """A task is done: what it needs has a reader less, and what needs it may be ready."""
        self.left -= 1
        for need in self.shards.tasks[task].needs:
            self.readers[need] -= 1
            if not self.readers[need]:
                self.release(need)
        for waits in self.waiting.pop(task, ()):
            self.missing[waits] -= 1
            if not self.missing[waits]:
                heappush(self.ready, waits)

    def call(self, task: int) -> tuple[Any, ...]:
        """What a worker is to do for a task: a function and its arguments."""
        raise NotImplementedError

    def handed_out(self, task: int, worker: str, future: Future) -> None:
        """A worker has been given a task."""

    def release(self, task: int) -> None:
        """Nobody will read the output of a task again."""

    def kept(self) -> Iterable[Future]:
        """What Dask keeps of tasks that are done."""
        return ()


class InMemory(Course):
    """Outputs are values of Dask: they stay with the worker that left them, and what is read of them travels."""

    def __init__(
        self, shards: Shards[object], client: Cluster, memory: int | None, report: Callable[[str], object] | None
    ) -> None:
        super().__init__(shards, client, memory, report)
        # What is to be read of each output, and what has that: the output itself, or a part of it.
        self.reads: dict[int, set[tuple[int, int]]] = {task: {self._all(task)} for task in shards.wanted}
        self.outputs: dict[int, dict[tuple[int, int], Future]] = {}
        for task in self.missing:
            of = shards.tasks[task]
            for need, read in zip(of.needs, of.reads, strict=True):
                self.reads.setdefault(need, set()).add(read)

    def _all(self, task: int) -> tuple[int, int]:
        return (0, self.shards.tasks[task].bytes)

    def call(self, task: int) -> tuple[Any, ...]:
        """A worker is sent what it reads and has not, and keeps its output."""
        of = self.shards.tasks[task]
        inputs = (self.outputs[need][read] for need, read in zip(of.needs, of.reads, strict=True))
        return (_worker.leave, self.pickled, task, self.memory, *inputs)

    def handed_out(self, task: int, worker: str, future: Future) -> None:
        """Keeps the output with its worker, and has it cut there at once for those that read a part."""
        parts = self.outputs[task] = {self._all(task): future}
        for read in self.reads[task] - parts.keys():
            begin, end = read
            key = self.key("part", f"{self.shards.tasks[task].name}, bytes {begin} to {end}")
            parts[read] = self.submit(key, task, worker, _worker.part, future, begin, end)

    def release(self, task: int) -> None:
        """Lets Dask forget the output."""
        del self.outputs[task]

    def kept(self) -> Iterable[Future]:
        """Outputs that are to be read."""
        return [part for parts in self.outputs.values() for part in parts.values()]

    def answer(self, make: Callable[[Sequence[Bytes]], T]) -> T:
        """Does all that is to be done, and makes something of what is wanted."""
        self.do_all()
        wanted = [self.outputs[task][self._all(task)] for task in self.shards.wanted]
        fetched = fetch(self.client, wanted)
        try:
            while not wait([fetched], COUNT_EVERY).done:
                self._count()
            outputs = fetched.result()
        except BaseException:
            fetched.cancel()
            self._let_go()
            raise
        return make(outputs)


class InFolder(Course):
    """Outputs are files of a folder."""

    def __init__(
        self,
        shards: Shards[object],
        client: Cluster,
        memory: int | None,
        report: Callable[[str], object] | None,
        keeper: Keeper,
    ) -> None:
        there = keeper.there()
        super().__init__(shards, client, memory, report, there)
        self.keeper = keeper
        self.there = len(there)
        for task in there:
            if not self.readers[task]:
                self.release(task)

    def call(self, task: int) -> tuple[Any, ...]:
        """A worker is told where the outputs are that it reads."""
        return (_worker.write, self.pickled, task, self.memory, self.keeper.folder)

    def release(self, task: int) -> None:
        """Has its file written over."""
        self.keeper.folder.give_up(self.keeper.places[task])

    def answer(self, make: Callable[[Sequence[Bytes]], T]) -> T:
        """Does all that is to be done, and makes something of what is wanted: that stays in the folder, nothing else does."""
        self.do_all()
        outputs = [self.keeper.folder.read(self.keeper.places[task]) for task in self.shards.wanted]
        answer = make([output.bytes for output in outputs])
        self.keeper.keep(self.shards.wanted)
        return answer


class InShifts(InFolder):
    """The folder is in memory that all workers share: they do task after task for a while, and what is done is seen there."""

    def do_all(self) -> None:
        """Does all that is to be done."""
        ledger = Ledger.make(self.keeper.folder, len(self.shards.tasks), self.missing)
        seen, shifts = ledger.now(), count()
        try:
            while self.left:
                self._count()
                for worker, threads in self.threads.items():
                    for _ in range(threads - self.load[worker]):
                        self._begin(next(shifts), int(np.argmin(seen)), worker)
                try:
                    self._end(*self.ended.get(timeout=SEE_EVERY))
                except Empty:
                    pass
                now = ledger.now()
                for task in np.flatnonzero(now > seen).tolist():
                    self.done(task)
                seen = now
        finally:
            ledger.close()
            self._let_go()

    def _begin(self, shift: int, first: int, worker: str) -> None:
        """Has a worker begin a shift, which is called by the first task that is not done."""
        key = self.key("shift", f"{shift}: {self.shards.tasks[first].name} and on")
        future = self.submit(key, shift, worker, _worker.shift, self.pickled, self.memory, self.keeper.folder)
        self.load[worker] += 1
        self.running[shift] = (future, worker)
        future.add_done_callback(lambda future: self.ended.put((shift, future)))

    def _end(self, task: int, future: Future) -> None:
        self._check(task, future, f"shift {task}")
