"""The two loops share a processor, and the thread that waits for the disk has the others."""

import os
import threading
from collections.abc import Callable

import pytest

from companion import cores

ALL = os.sched_getaffinity(0)
FIRST = {min(ALL)}

pytestmark = pytest.mark.skipif(len(ALL) < 2, reason="ONE PROCESSOR: nothing can be kept apart")


def where(*calls: Callable[[], None]) -> set[int]:
    """Where a new thread may run after these."""
    found: list[set[int]] = []

    def run() -> None:
        for call in calls:
            call()
        found.append(os.sched_getaffinity(0))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def test_a_loop_has_the_first_processor_and_the_disk_all_others() -> None:
    assert where() == ALL
    assert where(cores.with_the_loops) == FIRST
    assert where(cores.beside_the_loops) == ALL - FIRST
    assert where(cores.with_the_loops, cores.anywhere) == ALL


def test_the_main_thread_is_a_loop_only_while_it_is_one() -> None:
    with cores.as_a_loop():
        assert os.sched_getaffinity(0) == FIRST
    assert os.sched_getaffinity(0) == ALL


def test_a_processor_that_was_taken_away_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "_LOOPS", {max(os.sched_getaffinity(0)) + 1000})
    assert where(cores.with_the_loops) == ALL
