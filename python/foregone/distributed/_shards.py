"""Work cut into tasks, as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Bytes: TypeAlias = npt.NDArray[np.uint8]
A_co = TypeVar("A_co", covariant=True)


class Task(Protocol):
    """A part of the work."""

    @property
    def name(self) -> str:
        """Its kind, one word, and what tells it apart from the others of the kind."""
        ...

    @property
    def needs(self) -> Sequence[int]:
        """The earlier tasks whose outputs it reads."""
        ...

    @property
    def reads(self) -> Sequence[tuple[int, int]]:
        """Of each of these outputs, where the bytes that it reads begin and end."""
        ...

    @property
    def bytes(self) -> int:
        """The size of its output."""
        ...

    @property
    def memory(self) -> int:
        """The bytes that it takes at most besides its inputs and its output."""
        ...

    @property
    def work(self) -> int:
        """How much work it is, in states."""
        ...


class Shards(Protocol[A_co]):
    """Work that is cut into tasks: ``foregone.Shards``, or anything else that has this and can be pickled.

    A task leaves the same bytes wherever it is done and however often.
    """

    @property
    def title(self) -> str:
        """What the work is of, in a few words: the first is the game's."""
        ...

    @property
    def identity(self) -> str:
        """What the work is of and how it is cut: outputs fit together if and only if this is the same."""
        ...

    @property
    def options(self) -> Mapping[str, object]:
        """How it is cut, by name: for how many `workers`, for one."""
        ...

    @property
    def tasks(self) -> Sequence[Task]:
        """The tasks: each needs earlier ones alone."""
        ...

    @property
    def wanted(self) -> Sequence[int]:
        """The tasks whose outputs make the answer."""
        ...

    @property
    def rate(self) -> float:
        """How many states a core works out in a second."""
        ...

    def schedule(self, workers: int) -> tuple[float, int, int]:
        """Seconds, bytes moved and the most bytes at a time on so many workers of one thread each."""
        ...

    def run(
        self,
        task: int,
        inputs: Sequence[Bytes],
        output: Bytes,
        *,
        threads: int | None = None,
        memory: int | None = None,
    ) -> None:
        """Does a task, given what it reads of the outputs of those that it needs, and fills its own."""
        ...

    def answer(self, outputs: Sequence[Bytes]) -> A_co:
        """The answer, from the outputs of ``wanted``."""
        ...
