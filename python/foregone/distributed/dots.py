"""Dots and Boxes on a cluster: positions after the first plies, each asked only whether it is better; tables part by part."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from distributed import Client

from .._foregone import DotsBoard
from .._foregone import Shards as _Shards
from . import _front
from ._plan import Plan
from ._plan import plan as _plan
from ._run import Report, made, run
from ._shards import Bytes

__all__ = ["Table", "plan", "plan_table", "table", "value", "values"]


def plan(board: DotsBoard, *, workers: int = 8, plies: int | None = None, moves: bool = False) -> Plan:
    """What `value` does, or with `moves` what `values` does, cut for so many workers, and what it should take."""
    return _plan(_Shards("dots", board, workers=workers, plies=plies, moves=moves), workers)


def value(
    board: DotsBoard,
    client: Client,
    *,
    workers: int | None = None,
    plies: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> int:
    """The same as ``board.value()``, worked out by a cluster.

    :param workers: for how many the work is cut; if it is left out, for as many as there are, or as it was in the folder.
    :param plies: how many plies on the first task begins; if it is left out, as many as there should be for the workers.

    For the others, and what is raised, see ``foregone.distributed.run``.
    """
    options = _front.cut(client, folder, report, workers=workers, plies=plies, moves=False)
    return run(_Shards("dots", board, **options), client, folder=folder, memory=memory, report=report)[0]


def values(
    board: DotsBoard,
    client: Client,
    *,
    workers: int | None = None,
    plies: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> dict[str, int]:
    """The same as ``board.analyze().values()``, the margin of every move by its name: several times the work of `value`."""
    options = _front.cut(client, folder, report, workers=workers, plies=plies, moves=True)
    _, moves = run(_Shards("dots", board, **options), client, folder=folder, memory=memory, report=report)
    if len(moves) < len(board.moves):
        # Too small to be cut.
        return board.analyze().values()
    return dict(sorted(moves.items(), key=lambda move: -move[1]))


class Table(NamedTuple):
    """What is known of a table that was written."""

    value: int
    """The margin of the position at its root."""
    positions: int
    bytes: int
    """The size of its file."""


def plan_table(board: DotsBoard, *, workers: int = 8) -> Plan:
    """What `table` does, cut for so many workers, and what it should take."""
    return _plan(_Shards("table", board, workers=workers), workers)


def table(
    board: DotsBoard,
    file: str | os.PathLike[str],
    client: Client,
    *,
    workers: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> Table:
    """Writes the table of all positions, the same file as that of ``foregone dots table build``, worked out by a cluster.

    The file is complete once it has its name. The parts stay in the folder, if there is one.

    :param workers: for how many the work is cut; if it is left out, for as many as there are, or as it was in the folder.

    For the others, and what is raised, see ``foregone.distributed.run``.
    """
    part = f"{os.fspath(file)}.part"
    # Not to be told after the work that there is no such place.
    with open(part, "ab"):
        pass
    if os.path.isdir(file):
        os.unlink(part)
        raise IsADirectoryError(errno.EISDIR, "the table is a file, this is a folder", os.fspath(file))
    shards = _Shards("table", board, **_front.cut(client, folder, report, workers=workers))

    def write(parts: Sequence[Bytes]) -> Table:
        value, head, positions, size = shards.answer(parts)
        with open(part, "wb") as written:
            written.write(head)
            for of in parts:
                written.write(of.data)
        os.replace(part, file)
        return Table(value, positions, size)

    try:
        return made(shards, client, write, folder=folder, memory=memory, report=report)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
