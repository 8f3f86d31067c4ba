"""Contour: two players take the cells of a scored grid in staircase order."""

from ._foregone import ContourBoard as Board

__all__ = ["Board"]
