"""Pascal's triangle as work that is cut into tasks: a number is a task, and takes as long as it is told to."""

import os
import time
from dataclasses import dataclass
from functools import cached_property

import numpy as np

import foregone


@dataclass(frozen=True)
class Number:
    name: str
    needs: list
    reads: list
    bytes: int
    memory: int
    work: int = 1000


@dataclass
class Triangle:
    rows: int
    sleep: float = 0.0
    title: str = "Toy triangle"
    # Each task that is begun leaves a line here.
    log: str | None = None
    # Numbers take the more bytes the further right they are.
    widths: int = 1
    # The task that fails.
    fails: int | None = None
    memory: int = 100

    options = {"workers": 2}
    rate = 1e5

    @cached_property
    def tasks(self):
        tasks = []
        for row, place in ((row, place) for row in range(self.rows) for place in range(row + 1)):
            above = len(tasks) - row
            needs = [above - 1] * (place > 0) + [above] * (place < row)
            kind = "edge" if place in (0, row) else "inner"
            size = 8 * (1 + place % self.widths)
            # Some read all, others the last number alone.
            reads = [(0 if place % 3 else tasks[need].bytes - 8, tasks[need].bytes) for need in needs]
            tasks.append(Number(f"{kind} {place} of row {row}", needs, reads, size, self.memory))
        return tasks

    @property
    def identity(self):
        return f"Pascal's triangle of {self.rows} rows by {self.widths}"

    @property
    def wanted(self):
        return list(range(len(self.tasks) - self.rows, len(self.tasks)))

    def schedule(self, workers):
        return sum(task.work for task in self.tasks) / self.rate / workers, 8 * workers, 24 * self.rows

    def run(self, task, inputs, output, *, threads=None, memory=None):
        if self.log:
            with open(self.log, "a") as log:
                log.write(f"{task} {os.getpid()}\n")
        if task == self.fails or (memory is not None and memory < self.memory):
            raise foregone.TooLargeError(f"{self.tasks[task].name}: too much")
        time.sleep(self.sleep)
        assert output.ctypes.data % 64 == 0
        assert [len(left) for left in inputs] == [end - begin for begin, end in self.tasks[task].reads]
        numbers = output.view(np.uint64)
        numbers[:] = sum(int(left[:8].copy().view(np.uint64)[0]) for left in inputs) or 1

    def answer(self, outputs):
        return [int(left.copy().view(np.uint64)[-1]) for left in outputs]

    def begun(self):
        """The tasks that were begun, and by which processes."""
        with open(self.log) as log:
            return [tuple(map(int, line.split())) for line in log]
