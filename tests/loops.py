"""Event loops of tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run this in a thread of its own: Playwright's loop runs in the tests' thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, main).result()
