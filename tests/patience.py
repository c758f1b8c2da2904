"""Timeouts for tests, and the pace of a busy machine.

No test fails because its machine is slow: timeouts are very long, and measured times are compared
with the machine's pace during the measurement.
"""

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

PATIENCE_S = 120.0
"""Longest wait in seconds, on the busiest machine, before a test fails."""

NAP_S = 0.005
STEPS = 5_000
"""Iterations of the work between two naps: about a third of a millisecond."""

LEEWAY = 4
"""Safety factor: each of the threads and processes in a measurement may be delayed."""


def until(true: Callable[[], object]) -> None:
    """Poll until `true()`. Fails after the longest wait."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


class Pace:
    """Measure the machine's pace: sleep and compute during a measurement, and time both.

    `took_s`: how long it was entered.
    """

    def __init__(self) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._began = 0.0
        self._slower = 1.0
        self.took_s = 0.0

    def __enter__(self) -> Self:
        self._began = time.monotonic()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.took_s = time.monotonic() - self._began
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        began, worked, naps = time.monotonic(), time.thread_time(), 0
        while not self._over.wait(NAP_S):
            sum(range(STEPS))
            naps += 1
        if naps:
            must_s = naps * NAP_S + time.thread_time() - worked
            self._slower = (time.monotonic() - began) / must_s

    def allows(self, claim_s: float) -> float:
        """Seconds that a claim for an idle machine may take on this one. Call after measuring."""
        return claim_s * (1 + LEEWAY * max(0.0, self._slower - 1))
