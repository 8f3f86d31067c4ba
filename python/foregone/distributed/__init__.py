"""Answers that outgrow one machine, worked out on a Dask cluster: ``pip install foregone[distributed]``.

The work is cut into tasks which each take a tenth of a second or more; a plan says how many, what they take and how long it
should take on one worker, two and so on. The answer is the same as on one machine, whatever happens to the workers.
"""

from . import contour, dots, hex
from ._folder import FolderError
from ._plan import Forecast, Plan, plan
from ._run import run
from ._shards import Shards, Task

__all__ = ["FolderError", "Forecast", "Plan", "Shards", "Task", "contour", "dots", "hex", "plan", "run"]
