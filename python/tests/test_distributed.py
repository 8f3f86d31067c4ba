"""Work on a cluster: the same answer whatever the workers and whatever happens to them, each task done once if nothing does."""

import dataclasses
import gc
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from math import comb
from pathlib import Path

import pytest
from distributed import Client, KilledWorker, LocalCluster, get_task_stream
from distributed.utils import key_split
from mapped import maps
from triangle import Triangle

import foregone
from foregone import distributed
from foregone.distributed import _course, _folder, _run, _shared, _worker


def row(rows):
    return [comb(rows - 1, place) for place in range(rows)]


@pytest.fixture(params=["memory", "shared", "folder", "folder in memory"])
def folder(request, tmp_path, monkeypatch):
    """Where outputs are: with the workers, in memory that they share, in a folder that is told, or in one that is in memory."""
    monkeypatch.setattr(_run, "TRAVELS", 0 if request.param == "shared" else float("inf"))
    if request.param.startswith("folder"):
        monkeypatch.setattr(_folder, "in_memory", lambda path: request.param == "folder in memory")
        return tmp_path / "outputs"
    return None


@pytest.fixture
def log(tmp_path):
    return str(tmp_path / "log")


@pytest.mark.parametrize("workers", ["one_worker", "two_workers"])
def test_the_answer_is_there_and_each_task_is_done_once(request, workers, folder, log):
    triangle = Triangle(9, sleep=0.005, log=log, widths=3)
    client = request.getfixturevalue(workers)
    assert distributed.run(triangle, client, folder=folder, report=None) == row(9)
    begun = triangle.begun()
    assert sorted(task for task, _ in begun) == list(range(len(triangle.tasks)))
    if workers == "two_workers":
        assert len({process for _, process in begun}) == 2


def test_what_is_not_needed_is_not_done(two_workers, folder, log):
    class Left(Triangle):
        wanted = (3,)

    assert distributed.run(Left(9, log=log), two_workers, folder=folder, report=None) == [1]
    assert sorted(task for task, _ in Left(9, log=log).begun()) == [0, 1, 3]


def test_a_worker_that_is_killed_is_nothing_lost_but_its_work(two_to_kill, folder, log):
    triangle = Triangle(9, sleep=0.02, log=log, widths=3)
    tasks = len(triangle.tasks)
    worker = list(two_to_kill.run(os.getpid).values())[0]

    def kill():
        while not os.path.exists(log) or len(triangle.begun()) < tasks // 2:
            time.sleep(0.01)
        os.kill(worker, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    assert distributed.run(triangle, two_to_kill, folder=folder, report=None) == row(9)
    killer.join()
    times = Counter(task for task, _ in triangle.begun())
    assert set(times) == set(range(tasks))
    if folder is not None:
        # What it was at, and what it had been given besides.
        assert times.total() <= tasks + 2


def test_all_workers_may_be_killed_at_once(two_to_kill, folder, log):
    triangle = Triangle(9, sleep=0.02, log=log, widths=3)
    workers = list(two_to_kill.run(os.getpid).values())

    def kill():
        while not os.path.exists(log) or len(triangle.begun()) < 20:
            time.sleep(0.01)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    heard = []
    assert distributed.run(triangle, two_to_kill, folder=folder, report=heard.append) == row(9)
    killer.join()
    assert any("all workers died" in str(line) for line in heard)


def test_an_output_may_be_lost_before_its_end_is_heard_of(two_to_kill, folder, monkeypatch):
    """Between the end of a task and the moment that a run looks at it, all that hold its output may die."""
    ends = []
    end = _course.Course._end

    def hear_late(course, task, future):
        ends.append(task)
        if len(ends) == 20:
            kill_all(two_to_kill)
            while future.status == "finished":
                time.sleep(0.01)
        end(course, task, future)

    monkeypatch.setattr(_course.Course, "_end", hear_late)
    assert distributed.run(Triangle(9, widths=3), two_to_kill, folder=folder, report=None) == row(9)


def test_an_answer_may_be_lost_before_it_is_fetched(two_to_kill, folder, monkeypatch):
    heard = []
    do_all = _course.Course.do_all

    def lose(course):
        do_all(course)
        if not heard:
            heard.append(None)
            kill_all(two_to_kill)

    monkeypatch.setattr(_course.Course, "do_all", lose)
    assert distributed.run(Triangle(9), two_to_kill, folder=folder, report=None) == row(9)


def kill_all(client):
    for worker in client.run(os.getpid).values():
        os.kill(worker, signal.SIGKILL)


def test_a_run_that_fails_does_not_upset_the_next(two_workers, folder):
    class Refusing(Triangle):
        def run(self, task, *arguments, **options):
            if task == 20:
                raise ValueError("refused")
            super().run(task, *arguments, **options)

    for turn in range(5):
        with pytest.raises(ValueError, match="refused"):
            distributed.run(Refusing(9), two_workers, folder=folder and folder / f"a{turn}", report=None)
        other = folder and folder / f"b{turn}"
        assert distributed.run(Triangle(9), two_workers, folder=other, report=None) == row(9)
    assert forgotten(two_workers)


def test_a_run_goes_on_where_one_that_was_killed_has_ended(two_workers, tmp_path, log):
    folder = tmp_path / "outputs"
    triangle = Triangle(9, sleep=0.02, log=log)
    script = f"""
from distributed import Client
from mapped import maps
from triangle import Triangle
from foregone import distributed
with Client({two_workers.scheduler.address!r}) as client:
    distributed.run(Triangle(9, sleep=0.02, log={log!r}), client, folder={str(folder)!r}, report=None)
"""
    client = subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parent)
    while not os.path.exists(log) or len(triangle.begun()) < 20:
        assert client.poll() is None
        time.sleep(0.01)
    client.kill()
    client.wait()
    heard = []
    assert distributed.run(triangle, two_workers, folder=folder, report=heard.append) == row(9)
    assert re.match(r"[0-9]+ of 45 tasks have been done before, [0-9]+ are to be done", heard[1])
    times = Counter(task for task, _ in triangle.begun())
    # Twice at most those that were handed out when it was killed.
    assert set(times) == set(range(45)) and times.total() <= 45 + 4
    # And once more: all is there.
    assert distributed.run(triangle, two_workers, folder=folder, report=None) == row(9)
    assert len(triangle.begun()) == times.total()


def test_a_finished_run_leaves_no_more_than_the_answer_needs(two_workers, tmp_path):
    triangle = Triangle(9)
    distributed.run(triangle, two_workers, folder=tmp_path, report=None)
    left = sorted(os.listdir(tmp_path))
    assert left == sorted(["plan.json", *(_folder.place(task, triangle.tasks[task]).name for task in triangle.wanted)])
    assert forgotten(two_workers)
    # No worker holds on to a file that is deleted.
    assert not [line for line in two_workers.run(maps).values() if str(tmp_path) in line]


def forgotten(client):
    """Whether Dask soon has no task any more."""
    for _ in range(100):
        if not client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
            return True
        time.sleep(0.02)
    return False


def test_who_is_at_work_when_another_fails_does_not_go_on(two_workers, folder, log):
    with pytest.raises(foregone.TooLargeError, match="too much"):
        distributed.run(Triangle(12, sleep=0.02, log=log, fails=12), two_workers, folder=folder, report=None)
    time.sleep(0.1)
    begun = len(Triangle(12, log=log).begun())
    time.sleep(0.2)
    assert len(Triangle(12, log=log).begun()) == begun < 30


def test_what_a_task_raises_is_raised(two_workers, folder, log):
    with pytest.raises(foregone.TooLargeError, match="of row 4: too much"):
        distributed.run(Triangle(9, fails=12), two_workers, folder=folder, report=None)
    assert forgotten(two_workers)
    with pytest.raises(foregone.TooLargeError, match="too much"):
        distributed.run(Triangle(9), two_workers, folder=folder, memory=99, report=None)
    # What had been done before it was raised need not be done again.
    triangle = Triangle(9, log=log)
    assert distributed.run(triangle, two_workers, folder=folder, report=None) == row(9)
    if folder is not None:
        assert len(triangle.begun()) <= 45 - 10


def test_ctrl_c_ends_a_run_that_can_be_gone_on_with(two_workers, folder, log):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    triangle = Triangle(9, sleep=0.02, log=log)
    with pytest.raises(KeyboardInterrupt):
        distributed.run(triangle, two_workers, folder=folder, report=None)
    assert forgotten(two_workers)
    assert distributed.run(triangle, two_workers, folder=folder, report=None) == row(9)
    assert folder is None or len(triangle.begun()) <= 45 + 4


def test_a_task_that_ends_its_worker_each_time_is_given_up(two_to_kill, folder):
    class Deadly(Triangle):
        def run(self, task, *arguments, **options):
            os._exit(1) if task == 7 else super().run(task, *arguments, **options)

    def allow(failures, dask_scheduler=None):
        dask_scheduler.allowed_failures = failures

    two_to_kill.run_on_scheduler(allow, 0)
    with pytest.raises(KilledWorker):
        distributed.run(Deadly(5), two_to_kill, folder=folder, report=None)


def test_a_folder_of_something_else_is_left_alone(two_workers, tmp_path):
    def listed():
        return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}

    def refused(words):
        before = listed()
        with pytest.raises(distributed.FolderError, match=words):
            distributed.run(Triangle(9), two_workers, folder=tmp_path, report=None)
        assert listed() == before

    (tmp_path / "notes").write_text("mine")
    refused("not empty")
    (tmp_path / "plan.json").write_text("")
    refused("of another kind")
    (tmp_path / "plan.json").write_text("{}")
    refused("of another kind")
    (tmp_path / "plan.json").write_bytes(b"\xff\xfe{")
    refused("of another kind")
    for path in tmp_path.iterdir():
        path.unlink()
    distributed.run(Triangle(8), two_workers, folder=tmp_path, report=None)
    refused("holds other work: Toy triangle, 36 tasks")


def test_a_folder_is_for_one_run_at_a_time(two_workers, tmp_path):
    keeper = _folder.Keeper(tmp_path, Triangle(9))
    with pytest.raises(distributed.FolderError, match="another run"):
        distributed.run(Triangle(9), two_workers, folder=tmp_path, report=None)
    keeper.close()
    assert distributed.run(Triangle(9), two_workers, folder=tmp_path, report=None) == row(9)


def known(dask_worker):
    """How many tasks a worker has, or is at."""
    return len(dask_worker.state.tasks)


@pytest.mark.parametrize("how", ["a byte", "the seal", "the end"])
@pytest.mark.parametrize("whose", ["an answer", "a need"])
def test_a_damaged_output_is_noticed_and_done_again(two_workers, tmp_path, log, how, whose, monkeypatch):
    monkeypatch.setattr(_folder, "in_memory", lambda path: False)
    if whose == "an answer":
        triangle = Triangle(6)
        for _ in range(2):
            # The second time all is there, and is read through: that must not count for the third.
            distributed.run(triangle, two_workers, folder=tmp_path, report=None)
        task = triangle.wanted[2]
    else:
        triangle = Triangle(6, fails=15)
        with pytest.raises(foregone.TooLargeError):
            distributed.run(triangle, two_workers, folder=tmp_path, report=None)
        # What the one that has failed needs; and so does one beside it, which may still be at work.
        task = 10
        assert forgotten(two_workers)
        # What the scheduler has said last may still be on its way.
        time.sleep(0.1)
        while any(two_workers.run(known).values()):
            time.sleep(0.01)
    file = tmp_path / _folder.place(task, triangle.tasks[task]).name
    held = bytearray(file.read_bytes())
    if how == "the end":
        del held[-1]
    else:
        held[0 if how == "a byte" else 64] ^= 1
    file.write_bytes(held)
    triangle, heard = Triangle(6, log=log), []
    assert distributed.run(triangle, two_workers, folder=tmp_path, report=heard.append) == row(6)
    assert task in {task for task, _ in triangle.begun()}
    if how == "a byte":
        assert f"the output of `{triangle.tasks[task].name}` is damaged: its checksum differs; it is done again" in heard


def test_tasks_are_called_so_that_a_dashboard_groups_them(two_workers, folder):
    with get_task_stream(two_workers) as stream:
        distributed.run(Triangle(4, title="Toy 4x4"), two_workers, folder=folder, report=None)
    names = Counter(key_split(told["key"]) for told in stream.data)
    keys = {str(told["key"]) for told in stream.data}
    if _run.TRAVELS == 0 or (folder is not None and _folder.in_memory(folder)):
        assert set(names) == {"toy-shift"}
        assert any(re.fullmatch(r"\('toy-shift-4x4-[0-9a-f]{8}', '0: edge 0 of row 0 and on'\)", key) for key in keys)
    else:
        assert names == {"toy-edge": 7, "toy-inner": 3} and len(keys) == 10
        assert any(re.fullmatch(r"\('toy-inner-4x4-[0-9a-f]{8}', 'inner 1 of row 2'\)", key) for key in keys)


def test_a_plan_says_what_there_is_to_do():
    told = distributed.plan(Triangle(12), 6)
    assert str(told) == """\
Toy triangle: 78 tasks (23 edge, 55 inner), 10 ms to 10 ms each, half of them up to 10 ms
workers    time  faster  moved  memory each
      1  780 ms    1.0x    8 B        288 B
      2  390 ms    2.0x   16 B        144 B
      4  195 ms    4.0x   32 B        124 B
      6  130 ms    6.0x   48 B        124 B"""
    again = json.loads(json.dumps(dataclasses.asdict(told)))
    assert again["title"] == "Toy triangle" and again["forecasts"][1]["workers"] == 2
    assert [of.workers for of in distributed.plan(Triangle(3)).forecasts] == [1, 2, 4, 8]


def test_the_plan_is_told_first(two_workers, folder, capsys):
    distributed.run(Triangle(3), two_workers, folder=folder)
    printed = capsys.readouterr().out
    assert printed.startswith("Toy triangle: 6 tasks") and printed.count("\n") == 4


def test_workers_with_too_little_memory_are_not_asked(two_workers, folder, log):
    with pytest.raises(foregone.TooLargeError, match="a task takes 3 GiB, and a worker has 2 GiB"):
        distributed.run(Triangle(4, log=log, memory=3 << 30), two_workers, folder=folder, report=None)
    assert not os.path.exists(log)

    class Wide(Triangle):
        def schedule(self, workers):
            return 1.0, 0, 3 << 30

    if folder is None:
        with pytest.warns(UserWarning, match="outputs may take 1.5 GiB of each thread's 2 GiB"):
            distributed.run(Wide(3), two_workers, report=None)


def test_a_folder_that_workers_do_not_see_is_refused(two_workers, tmp_path, monkeypatch):
    monkeypatch.setattr("foregone.distributed._run._worker.means", unseeing)
    with pytest.raises(distributed.FolderError, match="does not see it"):
        distributed.run(Triangle(3), two_workers, folder=tmp_path, report=None)


def unseeing(file):
    return _worker.Means(foregone.__version__, 1, None, False, _worker.machine())


def test_dask_is_imported_when_it_is_asked_for():
    script = "import sys, foregone; assert not {'dask', 'distributed'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.fixture
def shared(monkeypatch, tmp_path):
    """Memory of which only the test knows, and that takes all outputs."""
    monkeypatch.setattr(_shared, "MEMORY", str(tmp_path))
    monkeypatch.setattr(_shared, "in_memory", lambda path: True)
    monkeypatch.setattr(_run, "TRAVELS", 0)
    return tmp_path


@pytest.fixture
def client(two_workers):
    """One that has no memory yet."""
    with Client(two_workers.scheduler.address) as client:
        yield client


def files(folder):
    return {path.name: path.stat().st_ino for path in folder.iterdir()}


def test_room_in_memory_is_kept_for_the_next_run_and_goes_with_the_client(two_workers, shared, log):
    with Client(two_workers.scheduler.address) as client:
        assert distributed.run(Triangle(9), client, report=None) == row(9)
        (pool,) = shared.glob("foregone-*")
        rooms = files(pool)
        assert {name.partition("-")[0] for name in rooms} == {"owner", "plan.json", "room"}
        # Another work, and the same one once more: in the same files, and nothing is taken for done.
        assert distributed.run(Triangle(8), client, report=None) == row(8)
        triangle = Triangle(9, log=log)
        assert distributed.run(triangle, client, report=None) == row(9)
        assert len(triangle.begun()) == len(triangle.tasks)
        # How many outputs are there at a time is a matter of who was quick: a few files may be new.
        kept = set(files(pool).values())
        assert set(rooms.values()) <= kept and len(kept - set(rooms.values())) < len(rooms) / 2
        assert list(shared.glob("foregone-*")) == [pool]
    del client
    gc.collect()
    assert not list(shared.glob("foregone-*"))


def test_files_stay_mapped_from_run_to_run(client, shared):
    for _ in range(2):
        assert distributed.run(Triangle(9, sleep=0.01), client, report=None) == row(9)
        (pool,) = shared.glob("foregone-*")
        assert all(str(pool) in text for text in client.run(maps).values())


def test_a_missing_file_that_a_task_wants_is_no_end_of_a_run(client, shared):
    class Lacking(Triangle):
        def run(self, task, *arguments, **options):
            if task == 7:
                raise FileNotFoundError("a file of the task's own")
            super().run(task, *arguments, **options)

    with pytest.raises(FileNotFoundError, match="of the task's own"):
        distributed.run(Lacking(9), client, report=None)


def test_no_more_room_is_kept_than_may_be(client, shared, monkeypatch):
    monkeypatch.setattr(_shared, "IDLE", 0)
    assert distributed.run(Triangle(9), client, report=None) == row(9)
    (pool,) = shared.glob("foregone-*")
    assert sorted(files(pool)) == ["owner", "plan.json"]
    assert not [line for line in client.run(maps).values() if str(pool) in line]


def test_runs_at_the_same_time_have_memory_of_their_own(client, shared):
    answers = {}

    def ask(rows):
        answers[rows] = distributed.run(Triangle(rows, sleep=0.01), client, report=None)

    threads = [threading.Thread(target=ask, args=(rows,)) for rows in (7, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {7: row(7), 8: row(8)}
    assert len(list(shared.glob("foregone-*"))) == 2


def test_what_a_killed_client_left_in_memory_is_cleared_away(client, shared):
    left, held, foreign = (shared / f"{_shared._prefix()}{name}" for name in ("left", "held", "foreign"))
    for path in (left, held, foreign):
        path.mkdir()
        (path / "room-1").write_bytes(bytes(100))
    (left / "owner").touch()
    with open(held / "owner", "w") as owner:
        assert _folder.lock(owner.fileno())
        assert distributed.run(Triangle(9), client, report=None) == row(9)
        # That of a client that is there stays, and so does what is nobody's.
        assert not left.exists() and held.exists() and foreign.exists()


def test_outputs_travel_where_memory_is_not_shared(client, shared):
    triangle, heard = Triangle(9, sleep=0.02), []

    def take_away():
        while not (pools := list(shared.glob(f"foregone-*/{_folder.place(0, triangle.tasks[0]).name}"))):
            time.sleep(0.001)
        pools[0].parent.rename(shared / "elsewhere")

    thread = threading.Thread(target=take_away)
    thread.start()
    assert distributed.run(triangle, client, report=heard.append) == row(9)
    thread.join()
    assert any("does not see it; all is done again" in str(line) for line in heard)


def test_memory_is_shared_only_if_there_is_enough(client, shared, monkeypatch):
    monkeypatch.setattr(_shared, "SPARE", 1e12)
    assert distributed.run(Triangle(9), client, report=None) == row(9)
    (pool,) = shared.glob("foregone-*")
    assert sorted(files(pool)) == ["owner", "plan.json"]


def test_whoever_waits_for_a_worker_is_told():
    with LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address=":0") as none_yet, Client(none_yet) as client:
        heard = []

        def report(line):
            heard.append(str(line))
            none_yet.scale(1)

        assert distributed.run(Triangle(4), client, report=report) == row(4)
    assert heard[0] == "there is no worker yet: waiting for one"


def test_what_is_no_cluster_or_no_number_of_workers_is_refused():
    with pytest.raises(TypeError, match=r"expected a client of dask\.distributed, found None"):
        distributed.run(Triangle(4), None)
    with pytest.raises(ValueError, match="workers: expected one number or more, found none"):
        distributed.plan(Triangle(4), ())


def test_whoever_has_no_worker_left_is_told(two_to_kill):
    heard = []
    two_to_kill.cluster.scale(0)
    triangle = Triangle(9, sleep=0.02)
    course = _course.InMemory(triangle, two_to_kill, None, heard.append)
    course.threads = {"one that was there": 1}
    while two_to_kill.nthreads():
        time.sleep(0.05)
    course._count()
    course.count_at = 0.0
    course._count()
    assert heard == ["there is no worker any more: waiting for one"]
