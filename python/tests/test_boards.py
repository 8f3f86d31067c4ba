"""What boards are: read, shown, compared, copied, played on."""

import copy
import pickle

import numpy as np
import pytest

import foregone

BOARDS = [
    foregone.contour.Board("2x2:1,2/3,4|4,3/2,1"),
    foregone.contour.Board("2x3:1,2,3/4,5,6|6,5,4/3,2,1|2,1"),
    foregone.contour.Board("1x1:7|-7"),
    foregone.hex.Board("3x3:W2/3/2B:w"),
    foregone.hex.Board("1x4"),
    foregone.hex.PerfectBoard("3x3"),
    foregone.dots.Board("2x3"),
    foregone.dots.Board("3x1:swedish"),
    foregone.dots.Board("1x1:1111"),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_board_is_a_value(board):
    for again in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board), eval(repr(board))):
        assert again == board
        assert hash(again) == hash(board)
    assert board.to() in repr(board)
    assert type(board).read(board.to()) == [board]
    assert board != "a board"
    assert len({board, copy.copy(board)}) == 1


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_board_is_shown(board):
    assert board._repr_svg_().startswith("<svg")
    assert "\x1b" not in str(board)
    assert str(board).count("\n") > board.rows


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_game_is_played_to_its_end(board):
    left = board.plies_left
    while board.moves:
        before = board
        board = board.play(board.moves[0])
        assert board != before
        assert board.plies_left < left
        left = board.plies_left


def test_several_moves_at_once_and_one_that_is_not_allowed():
    board = foregone.hex.Board("3x3")
    assert board.play("a1", "b2") == board.play("a1").play("B2")
    with pytest.raises(foregone.IllegalMoveError, match="a1"):
        board.play("a1", "a1")
    with pytest.raises(foregone.IllegalMoveError, match="names no cell"):
        board.play("7")
    assert board.play() == board


def test_dots_boards_are_the_same_whoever_played():
    board = foregone.dots.Board("2x2")
    assert board.play("h,0,0", "v,0,0") == board.play("v,0,0", "h,0,0")
    once = board.play("h,0,0")
    assert pickle.loads(pickle.dumps(once)) == once


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: foregone.hex.Board("3x"), "expected"),
        (lambda: foregone.hex.Board("3x3:W2/3:w"), "column 9"),
        (lambda: foregone.dots.Board("0x3"), "0"),
        (lambda: foregone.contour.Board([[1, 2]], [[1], [2]]), "shape"),
        (lambda: foregone.contour.Board([[1, 2]], [[1, 2]], [3]), "3"),
        (lambda: foregone.contour.Board("1x1:1|1", taken=[1]), "taken"),
        (lambda: foregone.contour.Board([[1]], [[1]], form="notation"), "form"),
        (lambda: foregone.contour.Board([[2**62]], [[0]]), "score"),
    ],
)
def test_what_is_no_board_is_refused_with_a_reason(make, words):
    with pytest.raises(foregone.PositionError, match=words):
        make()
    with pytest.raises(ValueError):
        make()


def test_arrays_go_in_and_come_out():
    rng = np.random.default_rng(7)
    first, second = rng.integers(-9, 10, (2, 3, 4))
    board = foregone.contour.Board(first, second, [2, 1, 0])
    assert (board.first == first).all() and (board.second == second).all()
    assert board.taken == [2, 1, 0] and (board.rows, board.columns) == (3, 4)
    turned = foregone.contour.Board(np.asfortranarray(first), second[:, :], [2, 1, 0])
    assert turned == board
    stones = foregone.hex.Board("2x3:W1B/3:w").stones
    assert stones.tolist() == [[1, 0, -1], [0, 0, 0]] and stones.dtype == np.int8
    dots = foregone.dots.Board("1x2:1000001")
    assert dots.horizontal.shape == (2, 2) and dots.vertical.shape == (1, 3)
    assert dots.horizontal.sum() + dots.vertical.sum() == 2


def test_forms_are_read_and_written():
    board = foregone.hex.Board("3x3:W2/3/2B:w")
    for form in ("hexworld", "hexwiki", "notation"):
        assert foregone.hex.Board(board.to(form), form=form) == board
    # There the colours join the other sides.
    turned = foregone.hex.Board(board.to("sgf"))
    assert turned.odds() == board.odds() and turned.to_move == "Black"
    with pytest.raises(foregone.NotApplicableError, match="expected one of"):
        board.to("gif")
    with pytest.raises(foregone.PositionError, match="one position"):
        foregone.hex.Board("2\n1\nW\n1\nB\n", form="judge")
