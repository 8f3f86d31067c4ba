"""Outputs as files of a folder, which all workers see.

A file is written in place, through a memory map and under a name of its own, and is complete once it has the task's name::

    plan.json             what the work is; whoever runs it holds a lock on it
    levels-000012         a complete output:
                            the bytes, up to a multiple of 64
                            a seal of 64 bytes: whose output it is, and a checksum
    000013-5f0c….part     one that is being written
    room-77e1…            the file of one that nobody will read again, for another output to be written over it

Where workers see to it themselves who does what, there are their ledger and their claims, too (see ``_ledger``).

Pages that a map has seen once cost nothing the next time, fresh ones much: so files are written over. The seal is broken first,
and whoever reads looks at it before and after, and so knows whether that has happened meanwhile. It happens only to an attempt
at a task that another attempt has done already.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import struct
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np

from .._foregone import checksum
from ._plan import kind
from ._shards import Bytes, Shards, Task

_SEAL = struct.Struct("<8s16s16sQQQ")
# The plan of a folder that has been cleared for other work.
_CLEARED = '{"foregone": "cleared"}'
# Outputs of so many bytes have a checksum anywhere.
_SMALL = 1 << 20
# With a checksum, and without one.
_SUMMED = b"FGOUTPUT"
_UNSUMMED = b"FGNO_SUM"
_SEALED = 64
_ROOM = re.compile("room-[0-9a-f]{32}")
# What runs leave that were ended: what was being written, and claims to tasks.
UNFINISHED = (".part", ".claim")
PLAN = "plan.json"


class FolderError(ValueError):
    """A folder that holds something else, that another run is using, or that a worker does not see."""


class DamagedError(Exception):
    """The output of a task is not there, or is not what the task left."""

    def __init__(self, task: int, what: str) -> None:
        super().__init__(task, what)
        self.task = task
        self.what = what


@dataclass(frozen=True)
class Place:
    """Where an output is, or was."""

    task: int
    name: str
    bytes: int

    @property
    def seal(self) -> int:
        """Where its seal begins."""
        return -(-self.bytes // _SEALED) * _SEALED

    @property
    def size(self) -> int:
        """The least size of its file."""
        return self.seal + _SEALED


def place(index: int, task: Task) -> Place:
    """Where the output of a task is."""
    return Place(index, f"{kind(task)}-{index:06}", task.bytes)


@dataclass(frozen=True)
class Folder:
    """The files of some work, as those that do it see them."""

    path: str
    work: bytes
    """Which work it is: a digest of its identity."""
    run: bytes
    """Which run of it: outputs of earlier ones are read again before they are believed."""
    summed: bool = True
    """Whether large outputs have a checksum, as small ones do: not those that are gone anyway if the machine fails."""
    mapped: int | None = None
    """The bytes of files that a process may hold mapped besides those that it works on."""

    @staticmethod
    def of(path: str | os.PathLike[str], shards: Shards[object]) -> Folder:
        """A new run's view of a folder."""
        work = blake2b(shards.identity.encode(), digest_size=16).digest()
        return Folder(os.path.abspath(path), work, uuid4().bytes, not in_memory(path))

    def file(self, of: Place) -> str:
        """The name of the file."""
        return os.path.join(self.path, of.name)

    def is_there(self, of: Place) -> bool:
        """Whether an output is complete, as far as its seal tells."""
        try:
            with open(self.file(of), "rb") as file:
                file.seek(of.seal)
                return self._is_sealed(of, file.read(_SEALED))
        except OSError:
            return False

    def read(self, of: Place) -> Output:
        """A complete output.

        :raises DamagedError: if it is not.
        """
        try:
            file = os.open(self.file(of), os.O_RDWR)
        except FileNotFoundError:
            raise DamagedError(of.task, "it is gone") from None
        try:
            if os.fstat(file).st_size < of.size:
                raise DamagedError(of.task, "it is too short")
            room, key = _MAPS.map(file, self.path, of.size, self.mapped)
        finally:
            os.close(file)
        seal = room[of.seal : of.size].tobytes()
        if not self._is_sealed(of, seal):
            raise DamagedError(of.task, "its seal is broken")
        output = Output(of, room, seal)
        magic, _, run, _, _, expected = _SEAL.unpack(seal)
        if magic == _SUMMED and run != self.run and not _MAPS.is_known(key, seal):
            if checksum(output.bytes) != expected:
                raise DamagedError(of.task, "its checksum differs")
            _MAPS.know(key, seal)
        return output

    def rooms(self) -> list[Place]:
        """The files that are no task's any more, to be written over."""
        found: list[Place] = []
        for name in filter(_ROOM.fullmatch, os.listdir(self.path)):
            try:
                found.append(Place(-1, name, max(os.stat(os.path.join(self.path, name)).st_size // _SEALED - 1, 0) * _SEALED))
            except FileNotFoundError:
                # Somebody has just taken it.
                continue
        return found

    def give_up(self, of: Place) -> None:
        """Makes room of an output that nobody will read again."""
        room = f"room-{uuid4().hex}"
        path, part = os.path.join(self.path, room), os.path.join(self.path, f"{room}.part")
        try:
            # Another attempt at the task may put its file in the place: so first this one is taken away.
            os.rename(self.file(of), part)
        except FileNotFoundError:
            return
        # Whoever is reading it still knows by that that it is no longer there.
        with open(part, "r+b") as file:
            file.seek(of.seal)
            file.write(bytes(_SEALED))
        os.rename(part, path)

    def _take_room(self, of: Place, part: str) -> None:
        """Has a file of the name `part` made of some room, if there is any: the smallest that is large enough, or else the largest."""
        for room in sorted(self.rooms(), key=lambda room: (room.size < of.size, abs(room.size - of.size))):
            try:
                os.rename(self.file(room), part)
                return
            except FileNotFoundError:
                # Somebody else was quicker.
                continue

    def write(self, of: Place, fill: Callable[[Bytes], None]) -> None:
        """Writes an output, over a file that is no task's any more if there is one."""
        part = os.path.join(self.path, f"{of.task:06}-{uuid4().hex}.part")
        self._take_room(of, part)
        try:
            file = os.open(part, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                held = os.fstat(file).st_size
                if held < of.size:
                    _allocate(file, held, of.size)
                room, _ = _MAPS.map(file, self.path, max(held, of.size), self.mapped, filled=not self.summed)
            finally:
                os.close(file)
            output = room[: of.bytes]
            fill(output)
            summed = self.summed or of.bytes <= _SMALL
            magic, found = (_SUMMED, checksum(output)) if summed else (_UNSUMMED, 0)
            seal = _SEAL.pack(magic, self.work, self.run, of.task, of.bytes, found)
            room[of.seal : of.size] = np.frombuffer(seal, np.uint8)
            os.rename(part, self.file(of))
        except BaseException:
            try:
                os.unlink(part)
            except FileNotFoundError:
                pass
            raise

    def _is_sealed(self, of: Place, seal: bytes) -> bool:
        if len(seal) < _SEALED:
            return False
        magic, work, _, task, size, _ = _SEAL.unpack(seal)
        return magic in (_SUMMED, _UNSUMMED) and (work, task, size) == (self.work, of.task, of.bytes)


def in_memory(path: str | os.PathLike[str]) -> bool:
    """Whether a folder, which may still have to be made, is in the memory of this machine, as far as the system tells."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return False
    kinds = {place: kind for place, kind in mounts}
    at = Path(os.path.realpath(path))
    return next((kinds[str(place)] for place in (at, *at.parents) if str(place) in kinds), "") in ("tmpfs", "ramfs")


def _allocate(file: int, held: int, size: int) -> None:
    """Makes room in a file: now, as a full disk would end the process that writes to a map."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, held, size - held)
    else:
        os.ftruncate(file, size)


@dataclass(frozen=True)
class Output:
    """A complete output that is being read."""

    place: Place
    room: Bytes
    seal: bytes

    @property
    def bytes(self) -> Bytes:
        """What the task left; not to be written to."""
        view = self.room[: self.place.bytes]
        view.flags.writeable = False
        return view

    def check(self) -> None:
        """Makes sure that it is what it was.

        :raises DamagedError: if its file has been taken for something else.
        """
        if self.room[self.place.seal : self.place.size].tobytes() != self.seal:
            raise DamagedError(self.place.task, "its file has been taken")


class _Maps:
    """The files that this process has mapped, so that their pages are there when they are used again."""

    # A map keeps its file open before Python 3.13, and a process has 1024 files to open.
    MOST = 400

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bytes = 0
        # By device and number: the folder that a file is in, and its bytes.
        self._maps: OrderedDict[tuple[int, int], tuple[str, Bytes]] = OrderedDict()
        self._known: dict[tuple[int, int], bytes] = {}

    def map(
        self, file: int, folder: str, size: int, most: int | None, filled: bool = False
    ) -> tuple[Bytes, tuple[int, int]]:
        """So many bytes of an open file; those that were not used for longest go when there are more than may be.

        :param filled: whether all pages are looked up at once. Where they are in memory, that takes a fifth of the time that it
            takes to find them one by one, as they are written to.
        """
        status = os.fstat(file)
        key = (status.st_dev, status.st_ino)
        with self._lock:
            _, room = self._maps.pop(key, ("", None))
            if room is not None:
                self._bytes -= room.nbytes
            else:
                # Clients come and go, and each takes its folder with it.
                for gone in {of for of, _ in self._maps.values()} - {folder}:
                    if not os.path.isdir(gone):
                        self._forget(gone)
            if room is None or room.nbytes < size:
                flags = mmap.MAP_SHARED | (mmap.MAP_POPULATE if filled else 0)
                room = np.frombuffer(mmap.mmap(file, status.st_size, flags=flags), np.uint8)
            self._maps[key] = (folder, room)
            self._bytes += room.nbytes
            while len(self._maps) > 1 and (len(self._maps) > self.MOST or (most is not None and self._bytes > most)):
                self._let_go(next(iter(self._maps)))
            return room[:size], key

    def is_known(self, key: tuple[int, int], seal: bytes) -> bool:
        """Whether this process has read an output through before."""
        with self._lock:
            return self._known.get(key) == seal

    def know(self, key: tuple[int, int], seal: bytes) -> None:
        """Remembers that it has."""
        with self._lock:
            self._known[key] = seal

    def forget(self, folder: str) -> None:
        """Lets go of the files of a folder."""
        with self._lock:
            self._forget(folder)

    def _forget(self, folder: str) -> None:
        for key in [key for key, (of, _) in self._maps.items() if of == folder]:
            self._let_go(key)

    def _let_go(self, key: tuple[int, int]) -> None:
        self._bytes -= self._maps.pop(key)[1].nbytes
        # It is looked at anew, then.
        self._known.pop(key, None)


_MAPS = _Maps()


def forget(folder: str) -> None:
    """Lets go of all files of a folder that this process has mapped: those that are deleted then take no room any more."""
    _MAPS.forget(folder)


class Keeper:
    """Whoever runs the work: makes sure of the folder, knows what is there, and clears up."""

    def __init__(self, path: str | os.PathLike[str], shards: Shards[object], beside: Sequence[str] = ()) -> None:
        """Takes a folder, which is made if it is not there.

        :param beside: the names of files that are there besides those of the work.
        :raises FolderError: if it holds something else, or another run is using it. Nothing in it is touched then.
        """
        self.has_let_go = False
        """Whether files have been deleted that workers may have mapped."""
        self._beside = {PLAN, *beside}
        self.folder = Folder.of(path, shards)
        self.is_shared = not self.folder.summed
        """Whether it is in memory that all workers share, who are on this machine then."""
        self.places = [place(index, task) for index, task in enumerate(shards.tasks)]
        self.plan = os.path.join(self.folder.path, PLAN)
        told = {
            "foregone": "outputs",
            "version": 1,
            "title": shards.title,
            "identity": shards.identity,
            "tasks": len(self.places),
            "options": dict(shards.options),
        }
        os.makedirs(self.folder.path, exist_ok=True)
        self._lock = self._take(told)
        try:
            self._clear(lambda name: name.endswith(UNFINISHED))
        except BaseException:
            self.close()
            raise

    def _take(self, told: Mapping[str, object]) -> int:
        text = json.dumps(told, indent=1)
        try:
            held = os.open(self.plan, os.O_RDWR)
        except FileNotFoundError:
            if self._others():
                raise FolderError(f"{self.folder.path}: the folder is not empty, and has no plan.json") from None
            held = os.open(self.plan, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if not lock(held):
                raise FolderError(f"{self.folder.path}: another run is using the folder")
            with open(held, "r+", encoding="utf-8", errors="replace", closefd=False) as file:
                found = file.read()
                if found == _CLEARED or (not found and not self._others()):
                    # It was cleared; or it is new, or a run was killed before it had written it.
                    file.seek(0)
                    file.write(text)
                    file.truncate()
                elif found != text:
                    raise FolderError(f"{self.folder.path}: the folder holds other work: {_differs(found, told)}")
        except BaseException:
            os.close(held)
            raise
        return held

    def _others(self) -> set[str]:
        """What is there besides what belongs there anyway."""
        return set(os.listdir(self.folder.path)) - self._beside

    def _clear(self, goes: Callable[[str], bool]) -> None:
        for name in os.listdir(self.folder.path):
            if goes(name):
                self._delete(name)

    def _delete(self, name: str) -> None:
        try:
            os.unlink(os.path.join(self.folder.path, name))
            self.has_let_go = True
        except FileNotFoundError:
            pass

    def there(self) -> list[int]:
        """The tasks whose outputs are there."""
        return [of.task for of in self.places if self.folder.is_there(of)]

    def drop(self, task: int) -> None:
        """Deletes the output of a task."""
        self._delete(self.places[task].name)

    def keep(self, tasks: Sequence[int]) -> None:
        """Deletes all but the outputs of some tasks, and the plan."""
        goes = {of.name for of in self.places} - {self.places[task].name for task in tasks}
        self._clear(lambda name: name in goes or name.endswith(UNFINISHED) or bool(_ROOM.fullmatch(name)))

    def vacate(self) -> None:
        """Says that the folder may be used for other work."""
        with open(self.plan, "w", encoding="utf-8") as plan:
            plan.write(_CLEARED)

    @property
    def is_open(self) -> bool:
        """Whether the folder has not been given back."""
        return self._lock >= 0

    def close(self) -> None:
        """Gives the folder back."""
        if self.is_open:
            os.close(self._lock)
            self._lock = -1


def lock(file: int) -> bool:
    """Locks an open file until it is closed, by the end of the process at the latest."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def clear(path: str | os.PathLike[str], shards: Shards[object]) -> None:
    """Deletes what there is of some work in its folder.

    :raises FolderError: if the folder holds something else, or another run is using it.
    """
    keeper = Keeper(path, shards)
    try:
        keeper.keep([])
        # A plan stays, for tasks that were at work may still leave something, which nobody reads.
        keeper.vacate()
    finally:
        keeper.close()


def options(path: str | os.PathLike[str]) -> dict[str, object]:
    """How the work of a folder is cut; nothing if it has none."""
    try:
        with open(os.path.join(path, PLAN), encoding="utf-8") as plan:
            return dict(json.load(plan)["options"])
    except (OSError, ValueError, TypeError, KeyError):
        # A run says what is wrong with it.
        return {}


def _differs(plan: str, told: Mapping[str, Any]) -> str:
    """What the work of a plan is, and what tells it from the same work that is asked for otherwise."""
    try:
        found: dict[str, Any] = json.loads(plan)
        was, asked = found["options"], told["options"]
        names = [name for name in sorted({*was, *asked}) if was.get(name) != asked.get(name)]
        differ = ", ".join(f"{name} was {was.get(name)}, not {asked.get(name)}" for name in names)
        same = found["title"] == told["title"]
        return f"{found['title']}, {found['tasks']} tasks{f' ({differ})' if same and differ else ''}"
    except (ValueError, TypeError, KeyError, AttributeError):
        return "its plan.json is of another kind"
