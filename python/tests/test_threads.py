"""Python's lock is free while a solver works, Ctrl-C ends it, and nothing leaks."""

import gc
import os
import resource
import signal
import threading
import time

import pytest

import foregone


def test_the_lock_is_free_while_a_solver_works():
    counted, stop = 0, threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1

    counter = threading.Thread(target=count)
    counter.start()
    before = counted
    foregone.dots.Board("4x4").solve(time=0.3)
    during = counted - before
    stop.set()
    counter.join()
    assert during > 10_000


def test_ctrl_c_ends_a_solver_soon():
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        foregone.dots.Board("5x5").solve()
    # It is to be asked again as if nothing had been.
    assert foregone.dots.Board("1x2").value() == foregone.dots.Board("1x2").value()


def test_many_threads_ask_at_once():
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(foregone.hex.Board("7x7").odds())) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


def test_nothing_leaks():
    def work(times):
        for _ in range(times):
            board = foregone.hex.Board("4x4")
            board.analyze().to_dict()
            board.influence()
            foregone.dots.Board("2x2").line()._repr_svg_()
            with pytest.raises(ValueError):
                foregone.hex.Board("nonsense")
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    work(200)
    before, threads = work(200), threading.active_count()
    # In kilobytes: 400 more rounds must not show.
    assert work(400) - before < 8_000
    assert threading.active_count() == threads
    time.sleep(0)
