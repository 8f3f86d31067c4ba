"""What a cluster costs: the library with so many threads against as many processes of Dask on this machine.

``python python/bench/cluster.py`` prints for each board the median of several runs of each, and how many times as long
the cluster takes: with outputs where they are if nothing is said, and in a folder that is new each time. Build the package with ``maturin develop --release`` first, and leave the machine alone meanwhile.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from distributed import Client, LocalCluster

import foregone
from foregone import distributed


def contour(size: int, most: int) -> foregone.contour.Board:
    """A board with random scores from 0 to `most`."""
    rng = np.random.default_rng(size)
    first, second = rng.integers(0, most + 1, (2, size, size))
    return foregone.contour.Board(first, second)


def timed(question: Callable[[], object]) -> tuple[float, object]:
    """How long an answer takes, and what it is."""
    started = time.perf_counter()
    answer = question()
    return time.perf_counter() - started, answer


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--workers", type=int, default=2, help="threads of the library, and processes of the cluster")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--contour", type=int, default=17, help="rows and columns")
    parser.add_argument("--hex", type=int, default=14, help="rows and columns")
    parser.add_argument("--folder", help="where outputs are files; the default is in memory where there is /dev/shm")
    asked = parser.parse_args()
    shared = asked.folder or ("/dev/shm" if Path("/dev/shm").is_dir() else None)
    hexes = foregone.hex.Board(f"{asked.hex}x{asked.hex}")
    boards = [
        (f"contour {asked.contour}x{asked.contour}, scores to {most}", contour(asked.contour, most))
        for most in (100_000, 9)
    ]
    with (
        LocalCluster(
            processes=True, n_workers=asked.workers, threads_per_worker=1, dashboard_address=":0", memory_limit=0
        ) as cluster,
        Client(cluster) as client,
        tempfile.TemporaryDirectory(dir=shared) as folder,
    ):
        place = Path(folder)
        cases: list[tuple[str, Callable[[], object], Callable[[Path | None], object]]] = []
        for name, board in boards:
            cases.append(
                (
                    name,
                    lambda board=board: board.solve(threads=asked.workers).value,
                    lambda folder, board=board: distributed.contour.value(board, client, folder=folder, report=None),
                )
            )
        cases.append(
            (
                f"hex {asked.hex}x{asked.hex}, the whole polynomial",
                lambda: hexes.polynomial(threads=asked.workers).counts,
                lambda folder: distributed.hex.polynomial(hexes, client, folder=folder, report=None).counts,
            )
        )
        print(f"{'board':<36} {'library':>9} {'cluster':>9} {'times':>6} {'folder':>9} {'times':>6}")
        for name, alone, together in cases:
            times: list[list[float]] = [[], [], []]
            # The first round is for what is done once: pages, tables, imports.
            for turn in range(asked.runs + 1):
                # A folder that was used before holds the answer.
                fresh = place / f"{name}-{turn}"
                rounds = [timed(alone), timed(lambda: together(None)), timed(lambda: together(fresh))]
                assert rounds[0][1] == rounds[1][1] == rounds[2][1], name
                if turn:
                    for kept, (seconds, _) in zip(times, rounds, strict=True):
                        kept.append(seconds)
            own, cluster_s, folder_s = map(median, times)
            print(
                f"{name:<36} {own:8.3f}s {cluster_s:8.3f}s {cluster_s / own:6.2f} {folder_s:8.3f}s {folder_s / own:6.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
