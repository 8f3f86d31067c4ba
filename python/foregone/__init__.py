"""Exact answers for board games whose outcome is a foregone conclusion.

>>> import foregone
>>> foregone.hex.Board("3x3").odds()
Fraction(2, 3)
>>> foregone.dots.Board("2x3").analyze().best[0]
'h,0,0'
>>> foregone.contour.Board([[1, 2], [3, 4]], [[4, 3], [2, 1]]).value()
0

Each game has a module with a class ``Board``. Values are exact: margins are ``int``, odds are ``fractions.Fraction``. They
take the view of the side to move. What a limit cut short says so (``certainty``), and is never a guess. Answers that outgrow
one machine are worked out by ``foregone.distributed``, on a Dask cluster.
"""

from . import contour, dots, hex
from ._foregone import (
    Analysis,
    Cost,
    IllegalMoveError,
    LimitError,
    Line,
    Move,
    NotApplicableError,
    Ply,
    PositionError,
    Shards,
    Solution,
    Task,
    TooLargeError,
    __version__,
)

__all__ = [
    "Analysis",
    "Cost",
    "IllegalMoveError",
    "LimitError",
    "Line",
    "Move",
    "NotApplicableError",
    "Ply",
    "PositionError",
    "Shards",
    "Solution",
    "Task",
    "TooLargeError",
    "__version__",
    "contour",
    "dots",
    "hex",
]
