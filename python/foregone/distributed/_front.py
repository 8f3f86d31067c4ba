"""What the fronts of all games share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from distributed import Client

from ._dask import cluster, wait
from ._folder import options


def cut(
    client: Client, folder: str | os.PathLike[str] | None, report: Callable[[Any], object] | None, **asked: Any
) -> dict[str, Any]:
    """How work is to be cut: as was asked, or else as that of the folder is, or else for as many workers as there are.

    What was asked with `None` was not.
    """
    kept = {} if folder is None else options(folder)
    chosen = {name: kept.get(name) if option is None else option for name, option in asked.items()}
    if chosen["workers"] is None:
        dask = cluster(client)
        wait(dask, report)
        chosen["workers"] = sum(dask.nthreads().values())
    return {name: option for name, option in chosen.items() if option is not None}
