"""Clusters on this machine: tests share them, but for those that kill workers."""

import signal

import pytest
from distributed import Client, LocalCluster

# What a shell starts in the background ignores it, and so would the tests of Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def two_workers():
    with cluster(2) as running, Client(running) as client:
        yield client


@pytest.fixture(scope="session")
def one_worker():
    with cluster(1) as running, Client(running) as client:
        yield client


@pytest.fixture
def two_to_kill():
    """A cluster of its own: a worker that is killed before its nanny has done with starting it has no successor."""
    with cluster(2) as running, Client(running) as client:
        yield client


def cluster(workers):
    return LocalCluster(
        processes=True, n_workers=workers, threads_per_worker=1, dashboard_address=":0", memory_limit="2GiB"
    )
