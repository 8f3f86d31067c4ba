"""Foregone beside what else can be asked today, on the same positions: ``pip install open_spiel``, then run this.

Prints the table of COMPARE.md. Every answer is checked against the other's.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import pyspiel
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

import foregone

T = TypeVar("T")


def timed(ask: Callable[[], T], least: float = 0.2) -> tuple[T, float]:
    """An answer and the least time that it took, asked again until so many seconds are over."""
    best, spent = float("inf"), 0.0
    while spent < least:
        start = time.perf_counter()
        answer = ask()
        taken = time.perf_counter() - start
        best, spent = min(best, taken), spent + taken
    return answer, best


def solve(game: str, epsilon: float) -> float:
    """OpenSpiel's value of a game, from its table of every state."""
    solver = MinimaxSolver(game, epsilon)
    table = solver.solve()
    return float(table[str(pyspiel.load_game(game).new_initial_state())].value)


def told(seconds: float) -> str:
    for unit, name in ((1e-6, "µs"), (1e-3, "ms")):
        if seconds < 999.5 * unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds:.3g} s"


def row(what: str, ours: float, theirs: float) -> None:
    print(f"| {what} | {told(ours)} | {told(theirs)} | {theirs / ours:,.0f} times |", flush=True)


def dots(rows: int, columns: int) -> None:
    game = f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin=true)"
    margin, ours = timed(lambda: foregone.dots.Board(f"{rows}x{columns}").value())
    value, theirs = timed(lambda: solve(game, 0.0))
    assert margin == value, (margin, value)
    row(f"Dots and Boxes {rows}x{columns}: the margin, {margin:+}", ours, theirs)


def random_hex(rows: int, columns: int) -> None:
    game = f"hex(num_cols={columns},num_rows={rows})"
    odds, ours = timed(lambda: foregone.hex.Board(f"{rows}x{columns}").odds())
    value, theirs = timed(lambda: solve(game, 1.0))
    assert abs(float(2 * odds - 1) - value) < 1e-9, (odds, value)
    row(f"Hex {rows}x{columns} under random play: the odds, {odds}", ours, theirs)


def perfect_hex(rows: int, columns: int) -> None:
    game = f"hex(num_cols={columns},num_rows={rows})"
    wins, ours = timed(lambda: foregone.hex.Board(f"{rows}x{columns}").perfect().wins())
    value, theirs = timed(lambda: solve(game, 0.0))
    assert (1.0 if wins else -1.0) == value, (wins, value)
    row(f"Hex {rows}x{columns} under best play: who wins", ours, theirs)


def rollouts(size: int) -> None:
    """How near random games come to the odds of a position in the time of ten exact answers, or a second."""
    board = foregone.hex.Board(f"{size}x{size}").play("a1")
    odds, ours = timed(board.odds)
    start = pyspiel.load_game(f"hex(board_size={size})").new_initial_state()
    start.apply_action(0)
    rng, won, games, end = random.Random(1), 0, 0, time.perf_counter() + 10
    while time.perf_counter() < end:
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        won += state.returns()[1] > 0
        games += 1
    error = abs(Fraction(won, games) - odds)
    deviation = (float(odds) * (1 - float(odds)) / games) ** 0.5
    assert error < 6 * deviation
    print(
        f"Hex {size}x{size} after a1: the odds of the side to move are {float(odds):.6f}, exactly, in {told(ours)}; "
        f"{games:,} random games in 10 s are {float(error):.4f} off (standard deviation {deviation:.4f})."
    )


def main() -> None:
    print(f"Python {sys.version.split()[0]}, foregone {foregone.__version__}, OpenSpiel's MinimaxSolver\n")
    print("| what | Foregone | OpenSpiel | ratio |\n|---|---|---|---|")
    for rows, columns in ((1, 2), (1, 3), (2, 2)):
        dots(rows, columns)
    for rows, columns in ((2, 2), (2, 3), (3, 3)):
        random_hex(rows, columns)
    for rows, columns in ((2, 2), (2, 3), (3, 3)):
        perfect_hex(rows, columns)
    print()
    for size in (5, 11):
        rollouts(size)


if __name__ == "__main__":
    main()
