"""Dots and Boxes on a cluster: positions after the first plies, each asked only whether it is better than what is known."""

from __future__ import annotations

import os

from distributed import Client

from .._foregone import DotsBoard
from .._foregone import Shards as _Shards
from . import _front
from ._plan import Plan
from ._plan import plan as _plan
from ._run import Report, run

__all__ = ["plan", "value", "values"]


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
    options = _front.cut(client, folder, workers=workers, plies=plies, moves=False)
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
    options = _front.cut(client, folder, workers=workers, plies=plies, moves=True)
    _, moves = run(_Shards("dots", board, **options), client, folder=folder, memory=memory, report=report)
    if len(moves) < len(board.moves):
        # Too small to be cut.
        return board.analyze().values()
    return dict(sorted(moves.items(), key=lambda move: -move[1]))
