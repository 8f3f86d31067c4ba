"""Hex: exact odds when both sides fill random cells, and who wins with perfect play."""

from ._foregone import HexBoard as Board
from ._foregone import PerfectBoard, Polynomial

__all__ = ["Board", "PerfectBoard", "Polynomial"]
