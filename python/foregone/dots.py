"""Dots and Boxes: exact margins of any position and every move in it."""

from ._foregone import DotsBoard as Board
from ._foregone import Nimber

__all__ = ["Board", "Nimber"]
