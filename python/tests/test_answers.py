"""Answers: exact values of their own types, the same as the command's."""

import json
import math
import os
import shutil
import subprocess
from fractions import Fraction

import numpy as np
import pytest

import foregone


def test_facts():
    assert foregone.hex.Board("3x3").odds() == Fraction(2, 3)
    assert foregone.hex.Board("3x3:W2/3/2B:w").odds() == Fraction(24, 35)
    assert foregone.dots.Board("2x3").value() == -2
    # Berlekamp, "The Dots-and-Boxes Game": the second player wins 3x3 by three boxes.
    assert foregone.dots.Board("3x3").value() == -3
    assert foregone.hex.PerfectBoard("4x4").wins()
    assert foregone.contour.Board("1x3:1,2,3|3,2,1").value() == 1 - 2 + 3


def test_types_and_order():
    analysis = foregone.hex.Board("3x3:W2/3/2B:w").analyze()
    assert isinstance(analysis.value, Fraction) and analysis.certainty == "exact"
    assert analysis.best == ["a3"] and analysis.to_move == "White"
    first = analysis.moves[0]
    assert (first.name, first.at, first.value, first.behind, first.best) == ("a3", (2, 0), Fraction(4, 5), 0, True)
    values = [move.value for move in analysis.moves]
    assert values == sorted(values, reverse=True)
    assert analysis.values()["b2"] == Fraction(3, 4)
    edges = foregone.dots.Board("1x1").analyze()
    assert {move.at for move in edges.moves} == {("h", 0, 0), ("h", 1, 0), ("v", 0, 0), ("v", 0, 1)}
    assert all(isinstance(move.value, int) for move in edges.moves)
    perfect = foregone.hex.PerfectBoard("2x2").analyze()
    assert {move.value for move in perfect.moves} == {"win", "loss"}
    assert all(move.behind is None for move in perfect.moves)
    assert analysis._repr_svg_().startswith("<svg")


def test_a_line_is_played():
    board = foregone.contour.Board("2x2:1,2/3,4|4,3/2,1")
    line = board.line()
    assert line.complete and len(line) == board.plies_left == len(line.plies)
    assert board.play(*line.moves).moves == []
    assert line.plies[0].value == board.value() and line.plies[0].side == "first"
    assert len(board.line(2)) == 2 and not board.line(2).complete
    assert line._repr_svg_().startswith("<svg")


def test_influence_and_odds_of_moves_as_arrays():
    board = foregone.hex.Board("3x3:W2/3/2B:w")
    exact, floats = board.influence(exact=True), board.influence()
    assert floats.shape == (3, 3) and math.isnan(floats[0, 0]) and math.isnan(floats[2, 2])
    for move in board.analyze().moves:
        assert floats[move.at] == float(exact[move.name])
        assert board.move_odds()[move.at] == float(move.value)
    coin = foregone.hex.Board("2x2").influence(turns="coin", exact=True)
    assert coin == {"a1": Fraction(1, 4), "b1": Fraction(1, 2), "a2": Fraction(1, 2), "b2": Fraction(1, 4)}


def test_a_polynomial_is_exact():
    board = foregone.hex.Board("4x4")
    white, black = board.polynomial(), board.polynomial("black")
    total = [math.comb(16, k) for k in range(17)]
    assert [w + b for w, b in zip(white.counts, reversed(black.counts), strict=True)] == total
    p = Fraction(1, 3)
    assert white(p) == sum(n * p**k * (1 - p) ** (16 - k) for k, n in enumerate(white.counts))
    assert white(p) == sum(c * p**k for k, c in enumerate(white.coefficients))
    assert white("1/2") == white("0.5") and abs(white.half() - 0.5) < 1e-12
    with pytest.raises(ValueError, match="probability"):
        white(2)


def test_estimates_and_samples():
    board = foregone.hex.Board("6x6")
    value, error = board.estimate()
    assert abs(value - float(board.odds())) <= error
    for full in board.sample(5, winner="black", seed=3):
        assert full.winner == "Black" and (full.stones != 0).all()
    assert board.sample(2, seed=9) == board.sample(2, seed=9)


def test_nimbers():
    nimber = foregone.dots.Board("2x3").nimber()
    assert (nimber.value, nimber.wins) == (1, True) and nimber.winning_moves
    assert nimber.to_dict()["nimber"] == 1


@pytest.mark.parametrize("game", ["contour", "hex", "dots"])
def test_every_method_answers_alike(game):
    rng = np.random.default_rng(1)
    for _ in range(20):
        if game == "contour":
            a, b = rng.integers(-5, 6, (2, 3, 4))
            board, methods = foregone.contour.Board(a, b), ["sweep", "ranks", "oracle"]
        elif game == "hex":
            moves = rng.permutation(foregone.hex.Board("3x4").moves)[:5]
            board, methods = foregone.hex.Board("3x4").play(*moves), ["transfer", "labelled-frontier", "oracle"]
        else:
            board, methods = foregone.dots.Board("2x2"), ["exact", "oracle"]
            for _ in range(4):
                board = board.play(rng.choice(board.moves))
        found = [board.analyze(method=method).values() for method in methods]
        assert all(values == found[0] for values in found)


def test_a_limit_leaves_what_is_known_and_never_a_guess():
    board = foregone.dots.Board("4x4")
    solution = board.solve(states=100)
    assert solution.certainty != "exact" and solution.cost.stop == "states"
    with pytest.raises(foregone.LimitError):
        board.value(time=0.0)
    with pytest.raises(foregone.TooLargeError, match="memory"):
        foregone.hex.Board("14x14").solve(memory=1000)
    with pytest.raises(foregone.NotApplicableError, match="no method"):
        board.solve(method="guess")
    with pytest.raises(foregone.NotApplicableError):
        foregone.dots.Board("3x3").solve(method="loony")
    with pytest.raises(ValueError):
        board.solve(time=-1.0)
    with pytest.raises(ValueError):
        board.solve(threads=0)


def test_a_cost_is_told_without_an_answer():
    told = foregone.dots.Board("5x5").cost()
    assert told["kind"] == "forecast" and told["verb"] == "analyze" and told["says"]
    assert foregone.hex.PerfectBoard("9x9").cost("solve")["verb"] == "solve"
    assert foregone.hex.Board("13x13").cost(memory=1000)["fits"] is False
    with pytest.raises(foregone.NotApplicableError, match="expected solve"):
        foregone.hex.Board("3x3").cost("guess")


def test_what_a_method_keeps():
    board = foregone.hex.Board("3x3:W2/3/2B:w")
    assert board.hood("b1") != board.hood() and board.hood("b1")["kind"] == "hood"
    with pytest.raises(foregone.NotApplicableError):
        board.hood("z9")
    assert foregone.contour.Board("2x2:1,2/3,4|4,3/2,1").hood()["hood"]


PROGRAM = os.environ.get("FOREGONE") or shutil.which("foregone")


@pytest.mark.skipif(PROGRAM is None, reason="the command is not installed, and FOREGONE does not say where it is")
@pytest.mark.parametrize(
    ("board", "game"),
    [
        (foregone.contour.Board("2x3:1,2,3/4,5,6|6,5,4/3,2,1|2,1"), ["contour"]),
        (foregone.hex.Board("3x3:W2/3/2B:w"), ["hex"]),
        (foregone.dots.Board("2x2"), ["dots"]),
    ],
    ids=["contour", "hex", "dots"],
)
def test_the_command_says_the_same(board, game):
    def told(verb, *arguments):
        command = [PROGRAM, *game, verb, board.to(), "--format", "json", *arguments]
        out = subprocess.run(command, capture_output=True, check=True)
        return untimed(json.loads(out.stdout))

    assert untimed(board.analyze().to_dict()) == told("analyze")
    assert untimed(board.solve().to_dict()) == told("solve")
    assert untimed(board.line().to_dict()) == told("line")
    assert untimed(board.why()) == told("why")
    assert untimed(board.hood()) == told("hood")
    for question in ("solve", "analyze", "line", "why"):
        assert board.cost(question, memory=1 << 30, threads=1) == told("cost", "--of", question, "--memory", "1GiB", "--threads", "1")


def untimed(told):
    told.get("cost", {}).pop("seconds", None)
    return told
