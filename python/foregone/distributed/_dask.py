"""What is used of Dask, with types, which Dask itself leaves out."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol, TypeVar, cast

import cloudpickle  # type: ignore[import-untyped]
from distributed import Client

R = TypeVar("R")


class Future(Protocol):
    """A task that Dask knows of."""

    @property
    def status(self) -> str:
        """``pending``, ``finished``, ``error``, ``lost`` or ``cancelled``."""
        ...

    def add_done_callback(self, fn: Callable[[Future], None]) -> None:
        """Has a function called, by another thread, once the task has ended."""
        ...

    def exception(self) -> BaseException:
        """What it has raised, if it has failed."""
        ...

    def traceback(self) -> TracebackType | None:
        """Where it has raised it."""
        ...

    def release(self) -> None:
        """Lets Dask forget it."""
        ...


class Cluster(Protocol):
    """A client, and through it the cluster."""

    def submit(
        self,
        func: Callable[..., object],
        *args: object,
        key: tuple[str, str],
        priority: int,
        workers: Sequence[str],
        allow_other_workers: bool,
        pure: bool,
    ) -> Future:
        """Has a worker call a function."""
        ...

    def gather(self, futures: Sequence[Future], *, asynchronous: bool) -> Coroutine[Any, Any, list[Any]]:
        """What tasks have returned."""
        ...

    @property
    def loop(self) -> Any:
        """Where it does its work: a loop of Tornado, which has one of asyncio, in a thread of its own."""
        ...

    def nthreads(self) -> Mapping[str, int]:
        """The threads of each worker."""
        ...

    def wait_for_workers(self, n_workers: int) -> None:
        """Returns once there are so many workers."""
        ...

    def run(self, function: Callable[..., R], *args: object, on_error: str) -> dict[str, R | BaseException]:
        """Calls a function on all workers at once, whatever they are doing; what it raises is returned or ignored."""
        ...


def cluster(client: Client) -> Cluster:
    """A client with its types."""
    if not isinstance(client, Client):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"expected a client of dask.distributed, found {client!r}")
    if client.asynchronous:
        raise TypeError("expected a client that blocks, found one with asynchronous=True")
    return cast("Cluster", client)


def wait(dask: Cluster, report: Callable[[Any], object] | None) -> None:
    """Returns once there is a worker, and says so if there is none."""
    if report is not None and not dask.nthreads():
        report("there is no worker yet: waiting for one")
    dask.wait_for_workers(1)


def fetch(dask: Cluster, futures: Sequence[Future]) -> concurrent.futures.Future[list[Any]]:
    """Begins to fetch what tasks have returned, while the caller does something else."""
    return asyncio.run_coroutine_threadsafe(dask.gather(futures, asynchronous=True), dask.loop.asyncio_loop)


def pickled(thing: object) -> bytes:
    """A thing as bytes, even if it is of a class that a notebook has made."""
    dumped: bytes = cloudpickle.dumps(thing)  # pyright: ignore[reportUnknownMemberType]
    return dumped
