"""Hands out tasks and keeps account of them, with outputs in memory or as files."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Generic, TypeVar
from uuid import uuid4

import cloudpickle
from distributed import Client, Future

from . import _worker
from ._folder import Keeper, Place
from ._plan import kind
from ._shards import Shards

A = TypeVar("A")

# How many tasks are handed out for each thread: one that runs, and one that is there when it ends.
AHEAD = 2
# How often the workers are counted, in seconds.
COUNT_EVERY = 2.0


class Course(Generic[A]):
    """Hands out the tasks of some work, and keeps account."""

    def __init__(self, shards: Shards[A], client: Client, memory: int | None, done: Sequence[int] = ()) -> None:
        self.shards = shards
        self.client = client
        self.memory = memory
        self.pickled: bytes = cloudpickle.dumps(shards)
        game, _, rest = shards.title.partition(" ")
        self.label = (game.lower(), f"{rest.replace(' ', '-')}-{uuid4().hex[:8]}")
        todo = self._todo(set(done))
        self.left = len(todo)
        self.readers = [0] * len(shards.tasks)
        self.waiting: dict[int, list[int]] = {}
        self.missing: dict[int, int] = {}
        self.ready: list[int] = []
        self.running: dict[int, Future[Any]] = {}
        self.threads = 1
        self.count_at = 0.0
        self.ended: SimpleQueue[tuple[int, Future[Any]]] = SimpleQueue()
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

    def key(self, task: int) -> tuple[str, str]:
        """What Dask calls a task: it colours and counts by game and kind, and tells runs apart by the first part."""
        of = self.shards.tasks[task]
        game, rest = self.label
        return (f"{game}-{kind(of)}-{rest}", of.name)

    def do_all(self) -> None:
        """Does all that is to be done."""
        try:
            while self.left:
                ahead = self._threads() * AHEAD
                while self.ready and len(self.running) < ahead:
                    self._hand_out(heappop(self.ready))
                try:
                    self._end(*self.ended.get(timeout=COUNT_EVERY))
                except Empty:
                    continue
        finally:
            running = list(self.running.values())
            if running:
                self.client.cancel(running)

    def _threads(self) -> int:
        """How many threads the workers have, as workers may come and go."""
        now = monotonic()
        if now >= self.count_at:
            self.threads = max(1, sum(self.client.nthreads().values()))
            self.count_at = now + COUNT_EVERY
        return self.threads

    def _hand_out(self, task: int) -> None:
        future = self.submit(task)
        self.running[task] = future
        future.add_done_callback(lambda future: self.ended.put((task, future)))

    def _end(self, task: int, future: Future[Any]) -> None:
        del self.running[task]
        if future.status != "finished":
            # Raises what the task raised.
            future.result()
        self.left -= 1
        self.finished(task, future)
        for need in self.shards.tasks[task].needs:
            self.readers[need] -= 1
            if not self.readers[need]:
                self.release(need)
        for waits in self.waiting.pop(task, ()):
            self.missing[waits] -= 1
            if not self.missing[waits]:
                heappush(self.ready, waits)

    def submit(self, task: int) -> Future[Any]:
        """Hands a task to Dask."""
        raise NotImplementedError

    def finished(self, task: int, future: Future[Any]) -> None:
        """A task is done."""

    def release(self, task: int) -> None:
        """Nobody will read the output of a task again."""


class InMemory(Course[A]):
    """Outputs are values of Dask: they stay with the worker that left them, and travel to those that read them."""

    def __init__(self, shards: Shards[A], client: Client, memory: int | None) -> None:
        super().__init__(shards, client, memory)
        self.outputs: dict[int, Future[Any]] = {}

    def submit(self, task: int) -> Future[Any]:
        """Hands a task to Dask, which waits for none: its inputs are there."""
        inputs = [self.outputs[need] for need in self.shards.tasks[task].needs]
        arguments = (self.pickled, task, self.memory, *inputs)
        return self.client.submit(_worker.leave, *arguments, key=self.key(task), priority=-task, pure=False)

    def finished(self, task: int, future: Future[Any]) -> None:
        """Keeps the output with its worker."""
        self.outputs[task] = future

    def release(self, task: int) -> None:
        """Lets Dask forget the output."""
        del self.outputs[task]

    def answer(self) -> A:
        """Does all that is to be done, and makes the answer."""
        self.do_all()
        return self.shards.answer(self.client.gather([self.outputs[task] for task in self.shards.wanted]))


class InFolder(Course[A]):
    """Outputs are files of a folder."""

    def __init__(self, shards: Shards[A], client: Client, memory: int | None, keeper: Keeper) -> None:
        there = keeper.there()
        super().__init__(shards, client, memory, there)
        self.keeper = keeper
        self.there = len(there)
        # Outputs that nobody will read again, whose files may be taken.
        self.free: list[Place] = [keeper.places[task] for task in there if not self.readers[task]]

    def submit(self, task: int) -> Future[Any]:
        """Hands a task to Dask, and with it a file to write over."""
        places = self.keeper.places
        needs = [places[need] for need in self.shards.tasks[task].needs]
        arguments = (self.pickled, task, self.memory, self.keeper.folder, needs, places[task], self._claim(places[task]))
        return self.client.submit(_worker.write, *arguments, key=self.key(task), priority=-task, pure=False)

    def _claim(self, of: Place) -> Place | None:
        """The smallest file that is large enough, or else the largest one."""
        if not self.free:
            return None
        claim = min(self.free, key=lambda free: (free.size < of.size, abs(free.size - of.size)))
        self.free.remove(claim)
        return claim

    def release(self, task: int) -> None:
        """Gives its file to others."""
        self.free.append(self.keeper.places[task])

    def answer(self) -> A:
        """Does all that is to be done, and makes the answer. What makes the answer stays in the folder, nothing else does."""
        self.do_all()
        outputs = [self.keeper.folder.read(self.keeper.places[task]) for task in self.shards.wanted]
        answer = self.shards.answer([output.bytes for output in outputs])
        self.keeper.keep(self.shards.wanted)
        return answer
