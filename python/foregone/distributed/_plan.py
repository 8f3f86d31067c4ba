"""What some work is and what it takes, said before it is begun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median_low

from ._shards import Shards, Task


@dataclass(frozen=True)
class Forecast:
    """What the work should take on so many workers of one thread each."""

    workers: int
    seconds: float
    moved: int
    """Bytes that are read by a worker that did not leave them."""
    peak: int
    """The most bytes at a time: outputs that are still to be read, and what the running tasks take."""
    memory: int
    """Bytes for each worker: its part of that, or what the largest task takes."""


@dataclass(frozen=True)
class Plan:
    """What is to be done, and what it should take. ``print`` shows it; ``dataclasses.asdict`` makes JSON of it."""

    title: str
    identity: str
    kinds: dict[str, int]
    """How many tasks there are of each kind."""
    shortest: float
    """Seconds of the shortest task."""
    median: float
    longest: float
    largest: int
    """The most bytes that a single task takes, its inputs and its output included."""
    forecasts: tuple[Forecast, ...]

    @property
    def tasks(self) -> int:
        """How many tasks there are."""
        return sum(self.kinds.values())

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.kinds.items())
        times = f"{seconds(self.shortest)} to {seconds(self.longest)} each, half of them up to {seconds(self.median)}"
        head = ("workers", "time", "faster", "moved", "memory each")
        alone = self.forecasts[0].seconds * self.forecasts[0].workers
        rows = [
            (
                str(of.workers),
                seconds(of.seconds),
                f"{alone / of.seconds:.1f}x" if of.seconds > 0 else "",
                size(of.moved),
                size(of.memory),
            )
            for of in self.forecasts
        ]
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
        ]
        return "\n".join([f"{self.title}: {self.tasks} tasks ({kinds}), {times}", *lines])


def plan(shards: Shards[object], workers: int | Iterable[int] = (1, 2, 4, 8)) -> Plan:
    """What the work is, and what it should take on one worker, two and so on.

    The times are those of the one machine on which the kernels were measured, and leave out what Dask takes for itself: some ten
    milliseconds a task, during which workers that have something else to do go on.
    """
    tasks = shards.tasks
    if isinstance(workers, int):
        workers = [*(1 << power for power in range(workers.bit_length()) if 1 << power < workers), workers]
    counts = list(workers)
    if not counts:
        raise ValueError("workers: expected one number or more, found none")
    kinds = Counter(kind(task) for task in tasks)
    times = sorted(task.work / shards.rate for task in tasks)
    largest = max(taken(task) for task in tasks)
    return Plan(
        title=shards.title,
        identity=shards.identity,
        kinds=dict(kinds),
        shortest=times[0],
        median=median_low(times),
        longest=times[-1],
        largest=largest,
        forecasts=tuple(_forecast(shards, largest, count) for count in counts),
    )


def _forecast(shards: Shards[object], largest: int, workers: int) -> Forecast:
    spent, moved, peak = shards.schedule(workers)
    return Forecast(workers, spent, moved, peak, max(largest, -(-peak // workers)))


def kind(task: Task) -> str:
    """The first word of a task's name, as far as it is letters."""
    word = task.name.split(" ", 1)[0]
    return word if word.isalpha() else "task"


def taken(task: Task) -> int:
    """The bytes that a task takes, with what it reads and its output."""
    return task.memory + task.bytes + sum(end - begin for begin, end in task.reads)


def seconds(count: float) -> str:
    """A time in words."""
    for unit, name in ((1e-6, "µs"), (1e-3, "ms")):
        if count < 999.5 * unit:
            return f"{count / unit:.3g} {name}"
    if count < 600:
        return f"{count:.3g} s"
    return f"{count / 3600:,.1f} h" if count >= 36_000 else f"{count / 60:,.0f} min"


def size(count: int) -> str:
    """A number of bytes in words."""
    if count < 1024:
        return f"{count} B"
    scaled = float(count)
    for name in ("KiB", "MiB", "GiB", "TiB", "PiB"):
        scaled /= 1024
        if scaled < 1000:
            break
    return f"{scaled:.3g} {name}"
