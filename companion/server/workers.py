"""Threads that run Flask for the event loop.

Unlike with `ThreadPoolExecutor`, the end of a thread by a bug loses nothing in silence: the error
leaves the thread, so that the thread watch reports it, and another takes its place.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


class Workers:
    """At most `count` threads. For the event loop's thread only."""

    def __init__(self, count: int):
        self._count = count
        self._hired = 0
        self._jobs: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._calls: SimpleQueue[bool] = SimpleQueue()  # one for each job; False: go home

    async def call(self, do: Callable[[], T]) -> T:
        """Call `do` in a thread; return its result, or raise its error."""
        if self._hired < self._count:
            self._hired += 1
            self._hire()
        future: Future[T] = Future()
        self._jobs.append((future, do))
        self._calls.put(True)
        return await asyncio.wrap_future(future)

    def end(self) -> None:
        """End each thread after its job. Waits for none."""
        for _ in range(self._hired):
            self._calls.put(False)

    def _hire(self) -> None:
        threading.Thread(target=self._run, name="flask", daemon=True).start()

    def _run(self) -> None:
        try:
            while self._calls.get():
                self._work()
        except BaseException:
            self._hire()
            self._calls.put(True)  # the job may not have been begun
            raise

    def _work(self) -> None:
        """Do the next job, if there is one. Raises what no view may raise."""
        try:
            future, do = self._jobs.popleft()
        except IndexError:
            return
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(do())
        except BaseException as error:
            future.set_exception(error)
            if not isinstance(error, Exception):
                raise
