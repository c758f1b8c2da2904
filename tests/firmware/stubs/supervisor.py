"""Stub of CircuitPython's supervisor: ticks that wrap at 2**29, and the run reason."""

import utime


class RunReason:
    STARTUP = "startup"
    AUTO_RELOAD = "auto_reload"
    SUPERVISOR_RELOAD = "supervisor_reload"
    REPL_RELOAD = "repl_reload"


class _Runtime:
    run_reason = RunReason.STARTUP
    autoreload = True


runtime = _Runtime()


def ticks_ms():
    return utime.ticks_ms() % (1 << 29)
