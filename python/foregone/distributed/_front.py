"""What the fronts of all games share."""

from __future__ import annotations

import os
from typing import Any

from distributed import Client

from ._dask import cluster
from ._folder import options

KNOWN = {"workers", "least", "wide"}


def cut(client: Client, folder: str | os.PathLike[str] | None, workers: int | None) -> dict[str, Any]:
    """How work is to be cut: as that of the folder is, or else for as many workers as were asked for, or as there are."""
    kept: dict[str, Any] = {} if folder is None else {name: of for name, of in options(folder).items() if name in KNOWN}
    if workers is not None:
        return kept | {"workers": workers}
    if "workers" not in kept:
        dask = cluster(client)
        dask.wait_for_workers(1)
        kept["workers"] = sum(dask.nthreads().values())
    return kept
