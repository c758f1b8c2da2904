"""Write to the terminal in a thread of its own, so that nothing else ever waits for it.

A terminal stops reading at Ctrl-S, and a pipe when its reader hangs. A thread that prints then
waits: the loop and the store's writer print, too.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOBase
from queue import Full, Queue
from typing import TextIO

MOST_WAITING = 1000
"""Most texts that wait for the terminal; further ones are dropped."""

LAST_S = 0.5
"""Seconds that the end of the service waits for the last texts to be written."""


class UnblockedStream(TextIOBase):
    """A stream that passes each text on to a file `descriptor`. Thread-safe; never waits.

    `like`: the stream whose encoding it has.
    """

    def __init__(self, descriptor: int, like: TextIO):
        self._descriptor = descriptor
        self._encoding = like.encoding or "utf-8"
        self._waiting: Queue[str | None] = Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="terminal", daemon=True)
        self._thread.start()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The terminal's encoding."""
        return self._encoding

    def write(self, text: str, /) -> int:
        """Queue the text."""
        with suppress(Full):
            self._waiting.put_nowait(text)
        return len(text)

    def end(self) -> None:
        """Write what is queued, if that takes at most LAST_S."""
        with suppress(Full):
            self._waiting.put_nowait(None)
        self._thread.join(LAST_S)

    def _run(self) -> None:
        while (text := self._waiting.get()) is not None:
            data = text.encode(self._encoding, "backslashreplace")
            with suppress(OSError):  # a closed log must not stop the service
                while data:
                    data = data[os.write(self._descriptor, data) :]


@contextmanager
def unblocked_stderr() -> Iterator[None]:
    """Context in which sys.stderr never waits. A stream without a file stays as it is."""
    before = sys.stderr
    try:
        before.flush()
        stream = UnblockedStream(before.fileno(), before)
    except (OSError, ValueError):
        yield
        return
    sys.stderr = stream
    try:
        yield
    finally:
        sys.stderr = before
        stream.end()
