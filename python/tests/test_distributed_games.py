"""The games on a cluster: bit by bit what one machine says."""

import os
import pickle
import shutil
import signal
import subprocess

import numpy as np
import pytest

import foregone
from foregone import Shards, distributed


def contour(rows, columns, most, taken=None, seed=1):
    first, second = np.random.default_rng(seed).integers(0, most + 1, (2, rows, columns))
    return foregone.contour.Board(first, second, taken)


PROGRAM = os.environ.get("FOREGONE") or shutil.which("foregone")

# Large enough for some tens of tasks, if each may be as small as that.
LARGE = contour(12, 12, 1000)
LEAST = 100_000


def here(shards):
    """All tasks of some work, one after the other in this process."""
    outputs = []
    for place, task in enumerate(shards.tasks):
        output = np.empty(task.bytes, np.uint8)
        reads = zip(task.needs, task.reads, strict=True)
        shards.run(place, [outputs[need][begin:end] for need, (begin, end) in reads], output, threads=1)
        outputs.append(output)
    return shards.answer([outputs[want] for want in shards.wanted])


@pytest.fixture(params=["memory", "folder"])
def folder(request, tmp_path):
    return None if request.param == "memory" else tmp_path / "outputs"


@pytest.mark.parametrize("workers", ["one_worker", "two_workers"])
def test_contour_is_worth_what_it_is_worth(request, workers, folder):
    client = request.getfixturevalue(workers)
    found = distributed.contour.values(LARGE, client, least=LEAST, folder=folder, report=None)
    assert found == LARGE.analyze().values()
    assert distributed.contour.value(LARGE, client, least=LEAST, folder=folder, report=None) == LARGE.value()


@pytest.mark.parametrize(
    "board",
    [contour(1, 1, 9), contour(1, 7, 9), contour(7, 1, 9), contour(5, 9, 10**6), contour(3, 3, 5, [3, 3, 3])],
    ids=lambda board: board.to()[:12],
)
def test_small_boards_take_the_same_way(two_workers, board):
    assert distributed.contour.value(board, two_workers, report=None) == board.value()
    assert distributed.contour.values(board, two_workers, report=None) == board.analyze().values()


@pytest.mark.parametrize("workers", ["one_worker", "two_workers"])
@pytest.mark.parametrize("colour", ["white", "black"])
def test_polynomials_of_hex_are_the_same(request, workers, folder, colour):
    client = request.getfixturevalue(workers)
    for board in (foregone.hex.Board("7x7"), foregone.hex.Board("3x5:W4/5/2B2:b"), foregone.hex.Board("1x1")):
        found = distributed.hex.polynomial(board, client, colour=colour, folder=folder, report=None)
        assert found.counts == board.polynomial(colour).counts
        if folder is None:
            assert distributed.hex.odds(board, client, report=None) == board.odds()
        if folder is not None:
            folder = folder.parent / str(board.rows)


@pytest.mark.parametrize("workers", ["one_worker", "two_workers"])
def test_dots_and_boxes_is_worth_what_it_is_worth(request, workers, folder):
    client = request.getfixturevalue(workers)
    board = foregone.dots.Board("3x3")
    assert distributed.dots.value(board, client, plies=3, folder=folder, report=None) == -3
    if folder is not None:
        folder = folder.parent / "moves"
    played = board.play("h,0,0", "v,1,1", "h,1,0")
    assert distributed.dots.values(played, client, plies=2, folder=folder, report=None) == played.analyze().values()


@pytest.mark.parametrize("text", ["1x1", "1x1:1111", "2x2", "1x6", "3x2:swedish", "5x5:swedish"])
def test_small_boards_of_dots_take_the_same_way(two_workers, text):
    board = foregone.dots.Board(text)
    if text == "5x5:swedish":
        board = board.play(*board.moves[:24])
    assert distributed.dots.value(board, two_workers, report=None) == board.value()
    assert distributed.dots.values(board, two_workers, report=None) == board.analyze().values()


def test_a_table_is_the_same_file(two_workers, folder, tmp_path):
    board = foregone.dots.Board("2x3")
    told = distributed.dots.table(board, tmp_path / "table", two_workers, folder=folder, report=None)
    assert (told.value, told.positions) == (-2, 73728) and told.bytes == (tmp_path / "table").stat().st_size
    assert not (tmp_path / "table.part").exists()
    if PROGRAM is not None:
        command = [PROGRAM, "dots", "table", "build", "2x3", "--file", str(tmp_path / "other")]
        subprocess.run(command, capture_output=True, check=True)
        assert (tmp_path / "table").read_bytes() == (tmp_path / "other").read_bytes()


WORKS = [
    Shards("contour", LARGE, workers=2, least=LEAST),
    Shards("polynomial", foregone.hex.Board("6x6"), workers=3, colour="black"),
    Shards("dots", foregone.dots.Board("3x3"), workers=2, plies=3, moves=True),
]


@pytest.mark.parametrize("shards", WORKS)
def test_work_is_small_when_it_is_sent_and_the_same_when_it_comes(shards):
    sent = pickle.dumps(shards)
    again = pickle.loads(sent)
    assert len(sent) < 4000 and again.identity == shards.identity and len(again.tasks) == len(shards.tasks)
    assert again.options == shards.options and shards.options["workers"] > 1
    answers = [here(shards), here(again)]
    if isinstance(answers[0], foregone.hex.Polynomial):
        answers = [answer.counts for answer in answers]
    assert answers[0] == answers[1]


def test_what_does_not_fit_a_task_is_refused():
    shards = Shards("polynomial", foregone.hex.Board("4x4"), workers=2)
    size = shards.tasks[0].bytes
    room = np.empty(size, np.uint8)
    with pytest.raises(ValueError, match="expected"):
        shards.run(0, [], room[1:])
    with pytest.raises(ValueError, match="there is no task"):
        shards.run(len(shards.tasks), [], room)
    with pytest.raises(ValueError, match="expected 0 inputs, found 1"):
        shards.run(0, [room.copy()], room)
    with pytest.raises(TypeError, match="contiguous"):
        shards.run(0, [], np.empty(2 * size, np.uint8)[::2])
    room.flags.writeable = False
    with pytest.raises((TypeError, ValueError)):
        shards.run(0, [], room)
    with pytest.raises(foregone.NotApplicableError, match="no work is called"):
        Shards("chess", foregone.hex.Board("4x4"))
    with pytest.raises(TypeError):
        Shards("polynomial", LARGE)
    with pytest.raises(TypeError, match="polynomial is not cut by 'plies'"):
        Shards("polynomial", foregone.hex.Board("4x4"), plies=3)
    with pytest.raises(ValueError, match="1 or more"):
        Shards("polynomial", foregone.hex.Board("4x4"), workers=0)


@pytest.mark.parametrize("game", ["contour", "hex"])
def test_a_worker_is_killed_half_way(two_to_kill, folder, game, monkeypatch):
    worker = list(two_to_kill.run(os.getpid).values())[0]
    ask, count = two_to_kill.submit, 0

    def submit(*arguments, **options):
        nonlocal count
        count += 1
        if count == (20 if game == "contour" else 5):
            os.kill(worker, signal.SIGKILL)
        return ask(*arguments, **options)

    monkeypatch.setattr(two_to_kill, "submit", submit, raising=False)
    if game == "contour":
        found = distributed.contour.value(LARGE, two_to_kill, workers=2, least=LEAST, folder=folder, report=None)
        assert found == LARGE.value()
    else:
        board = foregone.hex.Board("9x9")
        found = distributed.hex.polynomial(board, two_to_kill, workers=2, folder=folder, report=None)
        assert found.counts == board.polynomial().counts
    assert count > 5


def test_too_little_memory_is_what_the_library_says(two_workers, folder):
    board = foregone.hex.Board("9x9")
    with pytest.raises(foregone.TooLargeError, match="memory"):
        distributed.hex.polynomial(board, two_workers, folder=folder, memory=1000, report=None)


def test_plans_of_games():
    told = str(distributed.hex.plan(foregone.hex.Board("11x11"), workers=4))
    assert told.startswith("hex 11x11 polynomial: ") and told.count("\n") == 4
    assert str(distributed.dots.plan(foregone.dots.Board("4x4"))).startswith("dots 4x4: ")
    told = distributed.contour.plan(contour(14, 14, 100_000), workers=2)
    assert told.title == "contour 14x14" and [of.workers for of in told.forecasts] == [1, 2]


def test_words_that_are_too_narrow_are_no_trouble(two_workers, folder):
    # Each swing is small, and what they come to is more than words of 16 bits hold.
    board = contour(12, 12, 2500, seed=0)
    heard = []
    for turn in range(3):
        place = folder and folder / str(turn)
        found = distributed.contour.value(board, two_workers, least=60_000, folder=place, report=heard.append)
        assert found == board.value()
    assert len([line for line in heard if "wide" in str(line)]) == 3


def test_a_folder_of_the_same_board_cut_otherwise_says_what_differs(two_workers, tmp_path):
    board = contour(12, 12, 99, seed=5)
    distributed.contour.value(board, two_workers, least=200_000, folder=tmp_path, report=None)
    with pytest.raises(distributed.FolderError, match=r"contour 12x12, \d+ tasks \(least was 200000, not 100000\)"):
        distributed.contour.value(board, two_workers, least=100_000, folder=tmp_path, report=None)


def test_a_place_for_a_table_that_is_none_is_told_before_the_work(two_workers, tmp_path):
    heard = []
    for place, error in ((tmp_path / "none" / "table", FileNotFoundError), (tmp_path, IsADirectoryError)):
        with pytest.raises(error):
            distributed.dots.table(foregone.dots.Board("1x2"), place, two_workers, report=heard.append)
    assert not heard and not list(tmp_path.iterdir()) and not tmp_path.with_name(f"{tmp_path.name}.part").exists()
