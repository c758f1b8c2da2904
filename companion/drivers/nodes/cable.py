"""One cable: a serial port on which a node may answer, and the link over it.

Belongs to the thread that serves all cables. Times are seconds of the monotonic clock.
"""

from collections.abc import Callable, Iterator, Mapping

from companion.drivers.reconnecting_port import BACKOFF_S, ReconnectingPort
from companion.drivers.serial_port import Port
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import HostEnd, HostEvent
from companion.protocols.link_words import Hello
from companion.signals import Frame

SILENT_S = 3.0
"""Seconds without a valid line after which a port is reported as silent."""

_REPL_MARKS = ("Adafruit CircuitPython", ">>> ", "enter the REPL", "Traceback")
_TAIL_CHARS = 64


class Cable(ReconnectingPort):
    """A reconnecting port and the link that runs over it.

    `note`: the message key of a fault, "" for none. `node`: the node whose link was opened last
    since the port was opened; `speaker`: the node that joined last, by the events handled so far;
    `outdated`: the uid of a node whose firmware has another version of the link.
    """

    def __init__(
        self,
        path: str,
        links: Links,
        seat_for: Callable[["Cable", Hello], int],
        backoff_s: tuple[float, float] = BACKOFF_S,
        named: bool = False,
    ):
        super().__init__(path, backoff_s)
        self.outdated = ""
        self.node: Hello | None = None
        self.speaker: Hello | None = None
        self.lit: tuple[Mapping[int, Frame], int, str] | None = None
        self._links = links
        self._seat_for = seat_for
        self._named = named
        self.end = self._new_end()
        self._silent_at = 0.0
        self._tail = ""

    def _new_end(self) -> HostEnd:
        return HostEnd(self._links, lambda hello: self._seat_for(self, hello), self._named)

    def open(self, now: float) -> Port | None:
        """Open a closed port if it is time to; returns the port if it was opened now."""
        port = super().open(now)
        if not port:
            return None
        self.end = self._new_end()
        self.node = self.speaker = self.lit = None
        self.outdated = self._tail = ""
        self._silent_at = now + SILENT_S
        return port

    def read(self, now: float) -> None:
        """Pass the received bytes to the link. Raises DeviceLost."""
        if not self.port:
            return
        data = self.port.read()
        self.end.receive_data(data, now)
        if not self.end.hello:
            self._listen(data.decode("latin-1"))

    def greeted(self, hello: Hello) -> None:
        """Note the node whose HELLO opened a link here."""
        self.node = hello
        self.note = self.outdated = ""
        self.works()

    def _listen(self, text: str) -> None:
        """Set the note if the node lacks our program and its console prints to the data port."""
        self._tail += text
        if any(mark in self._tail for mark in _REPL_MARKS):
            self.note = "link.reflash"
        self._tail = self._tail[-_TAIL_CHARS:]

    def events(self, now: float) -> Iterator[HostEvent]:
        """The events since the last call, oldest first."""
        self.end.tick(now)
        if self.port and not self.node and not self.note and now >= self._silent_at:
            self.note = "link.silent"
        while event := self.end.next_event():
            yield event

    def write(self, now: float) -> None:
        """Write as much of the due data as the port accepts. Raises DeviceLost."""
        if self.port and (data := self.end.data_to_send(now)):
            self.end.wrote(self.port.write(data))

    def lose(self, note: str, now: float) -> None:
        """Close a broken port and end its link."""
        super().lose(note, now)
        self.end.lose_port()
        self.node = None
