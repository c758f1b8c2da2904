"""Answers that the server waits for on its event loop, without a thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from companion.server.wsgi import Deferred


class PendingAnswers:
    """Answers that have not come yet. Belongs to one event loop."""

    def __init__(self) -> None:
        self._pending: set[Callable[[], None]] = set()

    async def wait(self, deferred: Deferred) -> None:
        """Wait until the answer has come or is late."""
        done = asyncio.Event()
        self.call_when_done(deferred, done.set)
        await done.wait()

    def call_when_done(self, deferred: Deferred, then: Callable[[], None]) -> None:
        """Call `then` once, on the event loop, when the answer has come or is late.

        The future is never cancelled: the table sets it later, which would then be an error.
        """
        loop = asyncio.get_running_loop()

        def once() -> None:
            if once in self._pending:
                self._pending.discard(once)
                late.cancel()
                then()

        def wake(_: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the server has ended before the table
                loop.call_soon_threadsafe(once)

        late = loop.call_later(deferred.timeout_s, once)
        self._pending.add(once)
        deferred.future.add_done_callback(wake)

    def give_up(self) -> None:
        """Treat every pending answer as late: the server ends."""
        for once in tuple(self._pending):
            once()
