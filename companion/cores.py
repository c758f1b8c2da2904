"""On which of the machine's processors a thread runs.

Only one thread may run Python at a time, so the two loops, the table's and the web server's, gain
nothing by a processor each; they hand everything to each other, which costs least on one. The one
that writes to the disk needs no Python while it waits for it, and gains by not being there: the
system likes to put a thread that is woken where it was woken, and what should be done while the
disk works is then done before it begins.
"""

import os
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress

_CAN = hasattr(os, "sched_setaffinity")  # Linux
_ALL: Set[int] = os.sched_getaffinity(0) if _CAN else set()
_LOOPS: Set[int] = {min(_ALL)} if len(_ALL) > 1 else _ALL


def with_the_loops() -> None:
    """The calling thread shares the loops' processor."""
    _run_on(_LOOPS)


def beside_the_loops() -> None:
    """The calling thread stays away from the loops' processor, if there is another one."""
    _run_on(_ALL - _LOOPS or _ALL)


def anywhere() -> None:
    """The calling thread runs wherever the process may. A new thread begins where its maker is."""
    _run_on(_ALL)


@contextmanager
def as_a_loop() -> Iterator[None]:
    """The calling thread is one of the loops for a while."""
    with_the_loops()
    try:
        yield
    finally:
        anywhere()


def _run_on(cores: Set[int]) -> None:
    """Where it may not be said, or the system has taken one of these away, it is as it was."""
    if _CAN:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)
