"""What is still to be done, where workers share memory and see to it themselves who does what next.

From the end of a task to the beginning of one that has waited for it, it is some ten milliseconds from the worker to Dask's
scheduler, on to whoever runs the work and back again, and most of that is time of a processor. Within one machine nobody need go
that way::

    ledger-5f0c….part     a byte for each task: 0 as long as it is to be done
    000013-5f0c….claim    locked by the worker that does the task, until it has done it or is dead

Both are called by the run, for an earlier one's workers may come late.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from ._folder import Folder, FolderError, lock
from ._shards import Task

# Of the tasks that are to be done so many are looked at, and so many are done at a time at most. The first one is always ready or
# being done, as it needs earlier ones alone.
LOOK_AT = 256


class Ledger:
    """The ledger of a run in a folder in memory."""

    def __init__(self, folder: Folder) -> None:
        """Opens the one that is there.

        :raises FileNotFoundError: if there is none.
        """
        self._folder = folder
        with open(_path(folder), "r+b") as file:
            self._done = np.frombuffer(mmap.mmap(file.fileno(), 0), np.uint8)

    @staticmethod
    def make(folder: Folder, tasks: int, todo: Collection[int]) -> Ledger:
        """Begins one of so many tasks in place of any that the run has.

        :raises FolderError: if the folder is gone.
        """
        done = np.ones(tasks, np.uint8)
        done[list(todo)] = 0
        fresh = f"{_path(folder)}.part"
        try:
            with open(fresh, "wb") as file:
                file.write(done.tobytes())
            os.rename(fresh, _path(folder))
            return Ledger(folder)
        except FileNotFoundError:
            raise FolderError(f"{folder.path}: the folder is gone") from None

    @property
    def is_open(self) -> bool:
        """Whether anything is still to be done."""
        return not self.now().all()

    def close(self) -> None:
        """Has nothing more done, by those either that have it open."""
        self._done[:] = 1
        try:
            os.unlink(_path(self._folder))
            for name in os.listdir(self._folder.path):
                if name.endswith(f"-{self._folder.run.hex()}.claim"):
                    os.unlink(os.path.join(self._folder.path, name))
        except FileNotFoundError:
            # Somebody has taken the folder away.
            pass

    def done(self, task: int) -> None:
        """Notes that a task is done."""
        self._done[task] = 1

    def now(self) -> npt.NDArray[np.bool_]:
        """Which tasks are not, or no more, to be done, at this moment: others write to it all the time."""
        return self._done.copy().astype(np.bool_)

    @contextmanager
    def claim(self, tasks: Sequence[Task]) -> Generator[int | None]:
        """The first task that nobody does and that can be done: nobody else does it in the meantime. `None` if there is none."""
        todo: list[int] = np.flatnonzero(~self.now())[:LOOK_AT].tolist()
        for task in todo:
            if self._done[task] or not all(self._done[need] for need in tasks[task].needs):
                continue
            path = os.path.join(self._folder.path, f"{task:06}-{self._folder.run.hex()}.claim")
            held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                # It may have been done since.
                if lock(held) and not self._done[task]:
                    yield task
                    return
            finally:
                os.close(held)
        yield None


def _path(folder: Folder) -> str:
    return os.path.join(folder.path, f"ledger-{folder.run.hex()}.part")
