"""Boards, answers and errors as the native part has them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar, final, overload

import numpy as np
import numpy.typing as npt

__version__: str

Certainty = Literal["exact", "lower", "upper", "unknown"]
Outcome = Literal["win", "loss"]
Colour = Literal["white", "black"]
V = TypeVar("V", bound=int | Fraction | str, covariant=True)
A = TypeVar("A", covariant=True)

class PositionError(ValueError):
    """A text or an array that is no position, or one out of range."""

class IllegalMoveError(ValueError):
    """A move that a position does not allow."""

class NotApplicableError(ValueError):
    """A method that does not apply to a position, or none of that name."""

class LimitError(RuntimeError):
    """A limit was reached before there was an answer, and no bound would do."""

class TooLargeError(MemoryError):
    """More memory than is allowed, or than there is, would be taken."""

class NarrowError(ArithmeticError):
    """Words too narrow for what some work adds up: it is to be cut anew, with wide ones."""

@final
class Cost:
    """What an answer cost."""

    @property
    def method(self) -> str: ...
    @property
    def states(self) -> int: ...
    @property
    def seconds(self) -> float | None: ...
    @property
    def memory(self) -> int: ...
    @property
    def stop(self) -> str: ...

@final
class Move(Generic[V]):
    """A legal move and what it is worth to the side that makes it."""

    @property
    def name(self) -> str: ...
    @property
    def at(self) -> tuple[int, int] | tuple[Literal["h", "v"], int, int]: ...
    @property
    def value(self) -> V | None: ...
    @property
    def certainty(self) -> Certainty: ...
    @property
    def behind(self) -> V | None: ...
    @property
    def best(self) -> bool: ...

@final
class Solution(Generic[V]):
    """The value of a position for the side to move."""

    @property
    def value(self) -> V | None: ...
    @property
    def certainty(self) -> Certainty: ...
    @property
    def cost(self) -> Cost: ...
    def to_dict(self) -> dict[str, Any]: ...

@final
class Analysis(Generic[V]):
    """The value of a position and of every move in it, best first."""

    @property
    def value(self) -> V | None: ...
    @property
    def certainty(self) -> Certainty: ...
    @property
    def to_move(self) -> str: ...
    @property
    def moves(self) -> tuple[Move[V], ...]: ...
    @property
    def best(self) -> list[str]: ...
    @property
    def cost(self) -> Cost: ...
    def values(self) -> dict[str, V]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...

@final
class Ply(Generic[V]):
    """A ply of a best line."""

    @property
    def side(self) -> Literal["first", "second"]: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> V: ...

@final
class Line(Generic[V]):
    """A best line: each side's first best move in turn."""

    @property
    def plies(self) -> tuple[Ply[V], ...]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def cost(self) -> Cost: ...
    def __len__(self) -> int: ...
    def to_dict(self) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...

@final
class ContourBoard:
    """A scored grid whose cells two players take in staircase order."""

    @overload
    def __new__(cls, first: str, *, form: str | None = None) -> ContourBoard: ...
    @overload
    def __new__(
        cls,
        first: npt.ArrayLike,
        second: npt.ArrayLike,
        taken: Sequence[int] | None = None,
    ) -> ContourBoard: ...
    @staticmethod
    def read(text: str, form: str | None = None) -> list[ContourBoard]: ...
    def to(self, form: str = "notation") -> str: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def to_move(self) -> str: ...
    @property
    def plies_left(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def first(self) -> npt.NDArray[np.int64]: ...
    @property
    def second(self) -> npt.NDArray[np.int64]: ...
    @property
    def taken(self) -> list[int]: ...
    def play(self, *moves: str) -> ContourBoard: ...
    def value(self) -> int: ...
    def solve(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Solution[int]: ...
    def analyze(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Analysis[int]: ...
    def line(
        self,
        plies: int | None = None,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Line[int]: ...
    def why(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]: ...
    def cost(
        self,
        of: Literal["solve", "analyze", "line", "why"] = "analyze",
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]: ...
    def hood(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
    ) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...

@final
class HexBoard:
    """A Hex board on which both sides fill random empty cells."""

    def __new__(cls, text: str, *, form: str | None = None) -> HexBoard: ...
    @staticmethod
    def read(text: str, form: str | None = None) -> list[HexBoard]: ...
    def to(self, form: str = "notation") -> str: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def to_move(self) -> str: ...
    @property
    def plies_left(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def stones(self) -> npt.NDArray[np.int8]: ...
    @property
    def winner(self) -> str | None: ...
    def play(self, *moves: str) -> HexBoard: ...
    def odds(self, *, turns: str = "alternating") -> Fraction: ...
    @overload
    def influence(
        self,
        *,
        exact: Literal[False] = False,
        turns: str = "alternating",
        memory: int | None = None,
        time: float | None = None,
    ) -> npt.NDArray[np.float64]: ...
    @overload
    def influence(
        self,
        *,
        exact: Literal[True],
        turns: str = "alternating",
        memory: int | None = None,
        time: float | None = None,
    ) -> dict[str, Fraction]: ...
    def move_odds(
        self, *, turns: str = "alternating", memory: int | None = None, time: float | None = None
    ) -> npt.NDArray[np.float64]: ...
    def polynomial(
        self,
        colour: str = "white",
        *,
        memory: int | None = None,
        time: float | None = None,
        threads: int | None = None,
    ) -> Polynomial: ...
    def estimate(
        self, *, turns: str = "alternating", memory: int | None = None, time: float | None = None
    ) -> tuple[float, float]: ...
    def sample(
        self, count: int = 1, *, winner: str | None = None, seed: int = 1, turns: str = "alternating"
    ) -> list[HexBoard]: ...
    def perfect(self) -> PerfectBoard: ...
    def solve(
        self,
        *,
        turns: str = "alternating",
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Solution[Fraction]: ...
    def analyze(
        self,
        *,
        turns: str = "alternating",
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Analysis[Fraction]: ...
    def line(
        self,
        plies: int | None = None,
        *,
        turns: str = "alternating",
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Line[Fraction]: ...
    def why(
        self,
        *,
        turns: str = "alternating",
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]: ...
    def cost(
        self,
        of: Literal["solve", "analyze", "line", "why"] = "analyze",
        *,
        turns: str = "alternating",
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]: ...
    def hood(
        self,
        after: str | None = None,
        *,
        turns: str = "alternating",
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
    ) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...

@final
class PerfectBoard:
    """A Hex board on which both sides play to win: for small boards."""

    def __new__(cls, text: str, *, form: str | None = None) -> PerfectBoard: ...
    @staticmethod
    def read(text: str, form: str | None = None) -> list[PerfectBoard]: ...
    def to(self, form: str = "notation") -> str: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def to_move(self) -> str: ...
    @property
    def plies_left(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    def play(self, *moves: str) -> PerfectBoard: ...
    def wins(self, *, memory: int | None = None, time: float | None = None) -> bool: ...
    def solve(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Solution[Outcome]: ...
    def analyze(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Analysis[Outcome]: ...
    def line(
        self,
        plies: int | None = None,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Line[Outcome]: ...
    def cost(
        self,
        of: Literal["solve", "analyze", "line", "why"] = "analyze",
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...

@final
class Polynomial:
    """How many sets of cells of each size connect a colour."""

    @property
    def counts(self) -> list[int]: ...
    @property
    def coefficients(self) -> list[int]: ...
    def __call__(self, p: Fraction | int | str) -> Fraction: ...
    def slope(self, p: Fraction | int | str) -> Fraction: ...
    def half(self) -> float | None: ...

@final
class DotsBoard:
    """A board of Dots and Boxes."""

    def __new__(cls, text: str, *, form: str | None = None) -> DotsBoard: ...
    @staticmethod
    def read(text: str, form: str | None = None) -> list[DotsBoard]: ...
    def to(self, form: str = "notation") -> str: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def to_move(self) -> str: ...
    @property
    def plies_left(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def horizontal(self) -> npt.NDArray[np.bool_]: ...
    @property
    def vertical(self) -> npt.NDArray[np.bool_]: ...
    @property
    def boxes_left(self) -> int: ...
    def play(self, *moves: str) -> DotsBoard: ...
    def value(self, *, memory: int | None = None, time: float | None = None) -> int: ...
    def nimber(self, *, memory: int | None = None, time: float | None = None) -> Nimber: ...
    def solve(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Solution[int]: ...
    def analyze(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Analysis[int]: ...
    def line(
        self,
        plies: int | None = None,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> Line[int]: ...
    def why(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        states: int | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]: ...
    def cost(
        self,
        of: Literal["solve", "analyze", "line", "why"] = "analyze",
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]: ...
    def hood(
        self,
        *,
        method: str | None = None,
        memory: int | None = None,
        time: float | None = None,
    ) -> dict[str, Any]: ...
    def _repr_svg_(self) -> str: ...

@final
class Nimber:
    """A position of Nimstring, answered."""

    @property
    def value(self) -> int | None: ...
    @property
    def wins(self) -> bool: ...
    @property
    def winning_moves(self) -> list[str]: ...
    def to_dict(self) -> dict[str, Any]: ...

@final
class Task:
    """A part of some work."""

    @property
    def name(self) -> str: ...
    @property
    def needs(self) -> tuple[int, ...]: ...
    @property
    def reads(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def bytes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def work(self) -> int: ...

@final
class Shards(Generic[A]):
    """Work cut into tasks, for answers that outgrow one machine: ``foregone.distributed`` runs it on a cluster."""

    @overload
    def __new__(
        cls, kind: Literal["polynomial"], board: HexBoard, *, workers: int = 1, colour: Colour = "white"
    ) -> Shards[Polynomial]: ...
    @overload
    def __new__(cls, kind: Literal["odds"], board: HexBoard, *, workers: int = 1) -> Shards[Fraction]: ...
    @overload
    def __new__(
        cls,
        kind: Literal["contour"],
        board: ContourBoard,
        *,
        workers: int = 1,
        least: int | None = None,
        wide: bool = False,
    ) -> Shards[tuple[int, dict[str, int]]]: ...
    @overload
    def __new__(
        cls,
        kind: Literal["dots"],
        board: DotsBoard,
        *,
        workers: int = 1,
        plies: int | None = None,
        moves: bool = False,
    ) -> Shards[tuple[int, dict[str, int]]]: ...
    @overload
    def __new__(
        cls, kind: Literal["table"], board: DotsBoard, *, workers: int = 1
    ) -> Shards[tuple[int, bytes, int, int]]: ...
    @property
    def title(self) -> str: ...
    @property
    def identity(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def tasks(self) -> tuple[Task, ...]: ...
    @property
    def wanted(self) -> list[int]: ...
    @property
    def rate(self) -> float: ...
    def schedule(self, workers: int) -> tuple[float, int, int]: ...
    def run(
        self,
        task: int,
        inputs: Sequence[npt.NDArray[np.uint8]],
        output: npt.NDArray[np.uint8],
        *,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
    ) -> None: ...
    def answer(self, outputs: Sequence[npt.NDArray[np.uint8]]) -> A: ...

def checksum(bytes: npt.NDArray[np.uint8]) -> int: ...
