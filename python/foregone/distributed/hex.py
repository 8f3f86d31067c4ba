"""Polynomials and odds of Hex on a cluster: each task works out some values modulo primes, and none waits for another."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Literal

from distributed import Client

from .._foregone import HexBoard, Polynomial
from .._foregone import Shards as _Shards
from . import _front
from ._plan import Plan
from ._plan import plan as _plan
from ._run import Report, run

__all__ = ["odds", "plan", "polynomial"]


def plan(board: HexBoard, *, colour: Literal["white", "black"] = "white", workers: int = 8) -> Plan:
    """What `polynomial` does, and `odds` for the side to move, cut for so many workers, and what it should take."""
    return _plan(_Shards("polynomial", board, workers=workers, colour=colour), workers)


def polynomial(
    board: HexBoard,
    client: Client,
    *,
    colour: Literal["white", "black"] = "white",
    workers: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> Polynomial:
    """The same as ``board.polynomial(colour)``, worked out by a cluster.

    :param workers: for how many the work is cut; if it is left out, for as many as there are, or as it was in the folder.

    For the others, and what is raised, see ``foregone.distributed.run``.
    """
    cut = _Shards("polynomial", board, **_front.cut(client, folder, report, workers=workers, colour=colour))
    return run(cut, client, folder=folder, memory=memory, report=report)


def odds(
    board: HexBoard,
    client: Client,
    *,
    workers: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    report: Report | None = print,
) -> Fraction:
    """The same as ``board.odds()``, colours in turn: twice the work of one machine, and a hundredth of its memory in each task.

    For the parameters, and what is raised, see `polynomial`.
    """
    cut = _Shards("odds", board, **_front.cut(client, folder, report, workers=workers))
    return run(cut, client, folder=folder, memory=memory, report=report)
