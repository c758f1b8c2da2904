"""Detect threads that an unexpected error has ended.

Such an end is a bug: it is logged with its traceback, and `/api/v1/health` names the thread.
Expected errors are handled by the thread itself.
"""

import logging
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

LOG = logging.getLogger("companion")


class ThreadWatch:
    """While it is entered, `ended` collects the names of all threads that an error has ended.

    `then` is called with each name, from the thread that ends.
    """

    def __init__(self, then: Callable[[str], None] = lambda name: None) -> None:
        self.ended: tuple[str, ...] = ()
        self._then = then
        self._before = threading.excepthook

    def __enter__(self) -> Self:
        self._before, threading.excepthook = threading.excepthook, self._note
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        threading.excepthook = self._before

    def _note(self, args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else "?"
        error = args.exc_value or args.exc_type()
        LOG.critical("the thread %s has ended: this is a bug", name, exc_info=error)
        self.ended = (*self.ended, name)
        self._then(name)
