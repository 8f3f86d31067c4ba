"""Outputs as files and in memory, and claims to tasks, without a cluster."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from mapped import maps
from triangle import Triangle

from foregone.distributed import _folder, _ledger, _rooms


def test_a_file_is_written_over_and_whoever_still_reads_it_knows(tmp_path):
    places = [_folder.Place(task, f"output-{task}", size) for task, size in enumerate([5000, 3000, 9000])]
    folder = _folder.Folder.of(tmp_path, Triangle(2))

    def fill(byte):
        return lambda output: output.fill(byte)

    folder.write(places[0], fill(1))
    first = folder.read(places[0])
    assert (first.bytes == 1).all() and len(first.bytes) == 5000
    with pytest.raises(ValueError, match="read-only"):
        first.bytes[0] = 2
    file = os.stat(tmp_path / "output-0").st_ino
    first.check()
    # Over a larger file, then over a smaller one.
    for of, before in ((1, 0), (2, 1)):
        folder.give_up(places[before])
        (room,) = folder.rooms()
        assert room.size == places[0].size
        folder.write(places[of], fill(of))
        assert os.listdir(tmp_path) == [f"output-{of}"] and os.stat(tmp_path / f"output-{of}").st_ino == file
        assert (folder.read(places[of]).bytes == of).all()
        with pytest.raises(_folder.DamagedError, match="taken"):
            first.check()
    folder.write(places[0], fill(3))
    assert sorted(os.listdir(tmp_path)) == ["output-0", "output-2"]
    # An attempt that fails leaves nothing.
    with pytest.raises(ZeroDivisionError):
        folder.write(places[1], lambda output: 1 // 0)
    assert sorted(os.listdir(tmp_path)) == ["output-0", "output-2"]


LOOKS = [lambda room: room[5:10], lambda room: room.reshape(10, -1), memoryview, lambda room: room.view("u8")]


def test_room_is_used_again_once_nobody_reads_it():
    rooms = _rooms.Rooms()
    for look in LOOKS:
        room = rooms.take(100_000)
        room[:] = 1
        start = room.ctypes.data
        assert start % 64 == 0
        seen = look(room)
        del room
        other = rooms.take(100_000)
        other[:] = 2
        assert np.asarray(seen).view(np.uint8).ravel()[0] == 1
        del seen
        assert rooms.take(90_000).ctypes.data == start
        assert rooms.take(10_000).ctypes.data != start
        del other


def test_large_outputs_in_memory_have_no_checksum(tmp_path):
    if os.path.exists("/proc/self/mounts"):
        assert not _folder.in_memory("/proc") and _folder.in_memory("/dev/shm/some/folder") == os.path.ismount("/dev/shm")
    for size, summed in ((1000, True), (1000, False), (2_000_000, True), (2_000_000, False)):
        of = _folder.Place(3, "output", size)
        folder = dataclasses.replace(_folder.Folder.of(tmp_path, Triangle(2)), summed=summed)
        folder.write(of, lambda output: output.fill(7))
        assert folder.is_there(of)
        held = bytearray((tmp_path / "output").read_bytes())
        held[17] ^= 1
        (tmp_path / "output").write_bytes(held)
        again = dataclasses.replace(folder, run=bytes(16))
        if summed or size == 1000:
            with pytest.raises(_folder.DamagedError, match="checksum"):
                again.read(of)
        else:
            assert again.read(of).bytes[17] == 6


def test_no_more_is_held_mapped_than_may_be(tmp_path):
    if not os.path.exists("/proc/self/maps"):
        pytest.skip("the system does not tell what is mapped")
    folder = dataclasses.replace(_folder.Folder.of(tmp_path, Triangle(2)), mapped=200_000)
    places = [_folder.Place(task, f"output-{task}", 60_000) for task in range(6)]
    for of in places:
        folder.write(of, lambda output: output.fill(of.task))
    outputs = [folder.read(of) for of in places]
    # What is read stays, whatever is let go of.
    assert [int(output.bytes[-1]) for output in outputs] == list(range(6))
    del outputs
    assert 1 <= maps().count(str(tmp_path)) <= 3
    _folder.forget(folder.path)
    assert str(tmp_path) not in maps()


def test_what_is_no_longer_mapped_is_read_through_again(tmp_path):
    folder = dataclasses.replace(_folder.Folder.of(tmp_path, Triangle(2)), summed=True)
    places = [_folder.Place(task, f"output-{task}", 60_000) for task in range(4)]
    for of in places:
        folder.write(of, lambda output: output.fill(of.task))
    later = dataclasses.replace(folder, run=bytes(16), mapped=100_000)
    for of in places:
        later.read(of)
    for of in places:
        held = bytearray((tmp_path / of.name).read_bytes())
        held[17] ^= 1
        (tmp_path / of.name).write_bytes(held)
    for of in places[:-1]:
        with pytest.raises(_folder.DamagedError, match="checksum"):
            later.read(of)


def test_the_files_of_a_folder_that_is_gone_are_let_go_of(tmp_path):
    if not os.path.exists("/proc/self/maps"):
        pytest.skip("the system does not tell what is mapped")
    (tmp_path / "gone").mkdir()
    (tmp_path / "there").mkdir()
    of = _folder.Place(0, "output", 5000)
    for name in ("gone", "there"):
        _folder.Folder.of(tmp_path / name, Triangle(2)).write(of, lambda output: output.fill(1))
        if name == "gone":
            assert str(tmp_path / name) in maps()
            (tmp_path / name / "output").unlink()
            (tmp_path / name).rmdir()
    assert str(tmp_path / "gone") not in maps() and str(tmp_path / "there") in maps()
    _folder.forget(str(tmp_path / "there"))


def test_a_reader_knows_though_another_attempt_comes_in_between(tmp_path, monkeypatch):
    of, other = _folder.Place(0, "output", 5000), _folder.Place(1, "other", 3000)
    folder = _folder.Folder.of(tmp_path, Triangle(2))
    folder.write(of, lambda output: output.fill(1))
    first = folder.read(of)
    rename = os.rename

    def late(old, new):
        monkeypatch.setattr(os, "rename", rename)
        rename(old, new)
        folder.write(of, lambda output: output.fill(2))

    monkeypatch.setattr(os, "rename", late)
    folder.give_up(of)
    folder.write(other, lambda output: output.fill(9))
    with pytest.raises(_folder.DamagedError, match="taken"):
        first.check()


def test_a_claim_is_one_worker_s_until_it_is_done_or_dead(tmp_path):
    tasks = Triangle(3).tasks
    folder = _folder.Folder.of(tmp_path, Triangle(3))
    ledger = _ledger.Ledger.make(folder, len(tasks), {0, 1, 2, 3, 4, 5})
    other = _ledger.Ledger(folder)
    with pytest.raises(FileNotFoundError):
        _ledger.Ledger(_folder.Folder.of(tmp_path, Triangle(3)))
    with ledger.claim(tasks) as first, other.claim(tasks) as none:
        assert (first, none) == (0, None)
        ledger.done(0)
    # The next ones need that one alone.
    with ledger.claim(tasks) as one, other.claim(tasks) as two, ledger.claim(tasks) as none:
        assert (one, two, none) == (1, 2, None)
    # One that fails may be done by others.
    with pytest.raises(ZeroDivisionError), ledger.claim(tasks) as one:
        1 // (one - 1)
    script = f"""
import sys, time
from triangle import Triangle
from foregone.distributed import _folder, _ledger
folder = _folder.Folder({str(tmp_path)!r}, {folder.work!r}, {folder.run!r})
with _ledger.Ledger(folder).claim(Triangle(3).tasks) as task:
    print(task, flush=True)
    time.sleep(60)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=Path(__file__).parent, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "1\n"
        with other.claim(tasks) as two:
            assert two == 2
        process.kill()
        process.wait()
    with other.claim(tasks) as one:
        assert one == 1
        other.done(1)
    assert other.is_open and ledger.now().tolist() == [True, True, False, False, False, False]
    ledger.close()
    assert not other.is_open and list(tmp_path.iterdir()) == []
    with other.claim(tasks) as none:
        assert none is None
