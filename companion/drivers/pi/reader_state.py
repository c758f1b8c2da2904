"""The state of one of the Pi's own readers: poll results in, signals and its `Device` out.

Belongs to the reader's thread; `device` may be read from any thread.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.config import Reader
from companion.drivers.nodes.node_events import Report
from companion.drivers.reconnecting_port import REFUSED as PORT_REFUSED
from companion.protocols import presence
from companion.signals import Again, Device, Gone, Origin, Tag

MUTE, ECHO, NO_RESET = "link.reader_mute", "reader.echo", "reader.no_reset"
REFUSED = (*PORT_REFUSED, "reader.no_package", "reader.no_bus")


class ReaderState:
    """A reader's state. `name`: its id. `mute_note`, `hint`: its notes when mute and when well."""

    def __init__(
        self, reader: Reader, name: str, post: Callable[[Report], None], mute_note: str = MUTE
    ):
        self.device = Device(name, "reader", reader.seat, "lost", "link.missing")
        self._reader = reader
        self._post = post
        self.mute_note = mute_note
        self.hint = ""
        self._cards = presence.Reader(reader.gone_ms)
        self._trouble = "link.missing"
        self._set_up = False
        self._echoes = False

    @property
    def mute(self) -> bool:
        """Whether it has not answered for at least 2.5 s."""
        return self._cards.state == "mute"

    def closed(self, note: str) -> bool:
        """Note that the port is closed (`note`: why); True if this is new. Lifts no card."""
        self._trouble = note
        self._set_up = False
        return self._publish()

    def opened(self) -> None:
        """Note that the port is open; the reader has not answered yet."""
        self._trouble = ""
        self._publish()

    def take(self, result: tuple[str, ...], now: int) -> None:
        """Handle a result of ReaderChip.next_result at the ticks `now`."""
        if result[0] == "ready":
            self._set_up = True
            self._publish()
            return
        self._echoes = result[1:] == ("echo",)
        new = self._cards.poll(result, now)
        self._publish()
        for kind, words, at in new:
            self._report(kind, words, presence.passed(now, at) / 1000)
        if uid := self._cards.certain():
            self._post(Again(self._reader.seat, uid, Origin("pi", self.device.id)))

    def _report(self, kind: str, words: tuple[str, ...], age_s: float) -> None:
        origin = Origin("pi", self.device.id)
        if kind == "laid":
            slot = self._reader.slot
            self._post(Tag(self._reader.seat, words[0], origin, slot, age_s, once=True))
        elif kind == "lifted":
            self._post(Gone(self._reader.seat, origin))

    def _publish(self) -> bool:
        """Post the device if it has changed; returns whether it has."""
        state, note = self._state()
        device = replace(self.device, state=state, note=note)
        if device == self.device:
            return False
        self.device = device
        self._post(device)
        return True

    def _state(self) -> tuple[str, str]:
        if self._trouble:
            return ("refused" if self._trouble in REFUSED else "lost"), self._trouble
        if self.mute:
            return "lost", ECHO if self._echoes else self.mute_note
        if not self._set_up:
            return "waiting", ""
        cards = self._cards.state
        return "connected", self.hint if cards == "ok" else f"link.reader_{cards}"
