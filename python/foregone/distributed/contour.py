"""Contour on a cluster: the order ideals, level by level, in parts that tell each other what lies between them."""

from __future__ import annotations

import os

from distributed import Client

from .._foregone import ContourBoard, NarrowError
from .._foregone import Shards as _Shards
from . import _front
from ._folder import clear
from ._plan import Plan
from ._plan import plan as _plan
from ._run import Report, run

__all__ = ["plan", "value", "values"]


def plan(board: ContourBoard, *, workers: int = 8, least: int | None = None) -> Plan:
    """What `value` does, cut for so many workers, and what it should take."""
    return _plan(_Shards("contour", board, workers=workers, least=least), workers)


def value(
    board: ContourBoard,
    client: Client,
    *,
    workers: int | None = None,
    least: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> int:
    """The same as ``board.value()``, worked out by a cluster.

    :param workers: for how many the work is cut; if it is left out, for as many as there are, or as it was in the folder.
    :param least: how many states a task has at least; if it is left out, those of a tenth of a second.

    For the others, and what is raised, see ``foregone.distributed.run``.
    """
    return _worth(board, client, workers, least, folder, memory, report)[0]


def values(
    board: ContourBoard,
    client: Client,
    *,
    workers: int | None = None,
    least: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> dict[str, int]:
    """The same as ``board.analyze().values()``, the value of every move by its name, in the same work as `value`."""
    moves = _worth(board, client, workers, least, folder, memory, report)[1]
    return dict(sorted(moves.items(), key=lambda move: -move[1]))


def _worth(
    board: ContourBoard,
    client: Client,
    workers: int | None,
    least: int | None,
    folder: str | os.PathLike[str] | None,
    memory: int | None,
    report: Report | None,
) -> tuple[int, dict[str, int]]:
    options = _front.cut(client, folder, report, workers=workers, least=least, wide=None)
    cut = _Shards("contour", board, **options)
    try:
        return run(cut, client, folder=folder, memory=memory, report=report)
    except NarrowError as narrow:
        if report is not None:
            report(f"{narrow}; all is done again with wide ones")
        if folder is not None:
            clear(folder, cut)
        options["wide"] = True
        cut = _Shards("contour", board, **options)
        return run(cut, client, folder=folder, memory=memory, report=report)
