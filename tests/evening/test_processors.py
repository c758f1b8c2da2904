"""Where the threads of the real service run (companion/cores.py)."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.evening.service import Service, request

ALL = os.sched_getaffinity(0)


@pytest.mark.skipif(len(ALL) < 2, reason="ONE PROCESSOR: nothing can be kept apart")
def test_two_loops_share_a_processor_and_the_writer_has_the_others(service: Service) -> None:
    assert request(service, "GET", "/").status == 200  # the loops have begun
    assert service.process
    tasks = Path(f"/proc/{service.process.pid}/task").iterdir()
    threads = Counter(frozenset(os.sched_getaffinity(int(task.name))) for task in tasks)
    first = frozenset({min(ALL)})
    assert threads[first] == 2
    assert threads[frozenset(ALL - first)] == 1
