"""A process of its own for a trial: inside mutmut's copy, silent, bounded in time and memory."""

import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path

MOST_BYTES = 4 << 30
"""A mutant that fills the memory is found, not the machine's end."""


_PATIENCE = 20
"""The clock may run so many times as long as the processor worked, on a busy machine."""


def enter(copy: Path) -> None:
    """From now on this process imports the copy's modules, not those it was copied from."""
    sys.path[:] = [one for one in sys.path if one not in ("", os.getcwd())]
    os.chdir(copy)
    sys.dont_write_bytecode = False  # the copy is large: it is compiled once


def forked(mutant: str, within_s: int, passes: Callable[[], bool]) -> int:
    """Starts a process with this mutant on ("": none). Its exit status is 0 if `passes`.

    `within_s`: seconds of the processor's time; one that waits for nothing ends much later.
    """
    child = os.fork()
    if child:
        return child
    failed = True
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (within_s, within_s))
        signal.alarm(_PATIENCE * within_s)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.environ["MUTANT_UNDER_TEST"] = mutant
        failed = not passes()
    finally:
        os._exit(failed)
