"""Event loops of tests."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def apart(does: Callable[[], T]) -> T:
    """Run it in a thread of its own, without Playwright's event loop, which the tests' has."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(does).result()
