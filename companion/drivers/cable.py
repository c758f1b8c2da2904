"""One cable: a path at which a node may be, opened, lost and found again.

Owned by the thread that serves all cables. Times are seconds of the monotonic clock.
"""

import os
from collections.abc import Callable, Iterator, Mapping

from companion.drivers.ports import Port
from companion.errors import DeviceLost
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import HostEnd, HostEvent
from companion.protocols.link_words import Hello
from companion.signals import Frame

BACKOFF_S = (0.25, 5.0)
"""How long to wait before opening a port again: at first, and at most."""

SILENT_S = 3.0
"""A port on which nothing readable came for so long is said to be silent."""

_REPL_MARKS = ("Adafruit CircuitPython", ">>> ", "enter the REPL", "Traceback")
_TAIL_CHARS = 64


class Cable:
    """A path and the link that runs there.

    `note`: a message key that says what is wrong, "" for nothing. `node`: whose link was opened
    last since the port was opened; `speaker`: who has joined last, in the order of the events;
    `outdated`: the uid of a node whose firmware speaks another version of the link.
    """

    def __init__(
        self,
        path: str,
        links: Links,
        seat_for: Callable[["Cable", Hello], int],
        backoff_s: tuple[float, float] = BACKOFF_S,
    ):
        self.path = path
        self.note = "link.missing"
        self.outdated = ""
        self.port: Port | None = None
        self.node: Hello | None = None
        self.speaker: Hello | None = None
        self.lit: tuple[Mapping[int, Frame], int, str] | None = None
        self._links = links
        self._seat_for = seat_for
        self.end = self._new_end()
        self._first_s, self._most_s = backoff_s
        self._wait_s = self._first_s
        self._again_at = 0.0
        self._stood: object = None
        self._silent_at = 0.0
        self._tail = ""

    def _new_end(self) -> HostEnd:
        return HostEnd(self._links, lambda hello: self._seat_for(self, hello))

    def open(self, now: float) -> Port | None:
        """Open the port if it is closed and it is time to; the port if it was opened just now."""
        if self.port or not self._is_time(now):
            return None
        try:
            self.port = Port(self.path)
        except DeviceLost as lost:
            self._wait(str(lost), now)
            return None
        self.end = self._new_end()
        self.node = self.speaker = self.lit = None
        self.note = self.outdated = self._tail = ""
        self._silent_at = now + SILENT_S
        return self.port

    def _is_time(self, now: float) -> bool:
        """When the wait is over; at once when something else stands at the path than before."""
        stands = _what_stands_at(self.path)
        changed, self._stood = stands != self._stood, stands
        if stands is None:
            self.note = "link.missing"
            return False
        return changed or now >= self._again_at

    def _wait(self, note: str, now: float) -> None:
        self.note = note
        self._again_at = now + self._wait_s
        self._wait_s = min(self._most_s, 2 * self._wait_s)

    def read(self, now: float) -> None:
        """Take in what the port has. Raises DeviceLost."""
        if not self.port:
            return
        data = self.port.read()
        self.end.receive_data(data, now)
        if not self.end.hello:
            self._listen(data.decode("latin-1"))

    def greeted(self, hello: Hello) -> None:
        """A node said HELLO here and gets a link."""
        self.node = hello
        self.note = self.outdated = ""
        self._wait_s = self._first_s

    def _listen(self, text: str) -> None:
        """Notice a node that runs no program of ours: its console's text is on the data port."""
        self._tail += text
        if any(mark in self._tail for mark in _REPL_MARKS):
            self.note = "link.reflash"
        self._tail = self._tail[-_TAIL_CHARS:]

    def events(self, now: float) -> Iterator[HostEvent]:
        """What happened at this end, oldest first."""
        self.end.tick(now)
        if self.port and not self.node and not self.note and now >= self._silent_at:
            self.note = "link.silent"
        while event := self.end.next_event():
            yield event

    def write(self, now: float) -> None:
        """Write what is due and what the port takes of it. Raises DeviceLost."""
        if self.port and (data := self.end.data_to_send(now)):
            self.end.wrote(self.port.write(data))

    def lose(self, note: str, now: float) -> None:
        """The port is broken: close it at once (a held one takes the next cable's name)."""
        self.close()
        self.end.lose_port()
        self.node = None
        self._wait(note, now)

    def close(self) -> None:
        """Give the port back."""
        if self.port:
            self.port.close()
            self.port = None


def _what_stands_at(path: str) -> tuple[int, int, int] | None:
    """The identity of the device at a path, None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_rdev
