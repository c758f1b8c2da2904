"""One of the Pi's own readers as the table knows it: cards become signals, its state a device.

Owned by the thread that drives the reader; `device` may be read from any.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.config import Reader
from companion.drivers import reconnecting_port as outlet
from companion.drivers.nodes.node_events import Report
from companion.protocols import presence
from companion.signals import Device, Gone, Origin, Tag

MUTE, ECHO, NO_RESET = "link.reader_mute", "reader.echo", "reader.no_reset"
REFUSED = (*outlet.REFUSED, "reader.no_package", "reader.no_bus")


class Antenna:
    """`name` is the reader's id, for ever. `mute_note`: what is said of it when it is mute.

    `hint`: what is said of it while all is well, a message key.
    """

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
        """Whether it has not answered for 2.5 s and more."""
        return self._cards.state == "mute"

    def closed(self, note: str) -> bool:
        """There is no way to the reader now, for this reason. Whether that is new.

        What lay on it is not lifted.
        """
        self._trouble = note
        self._set_up = False
        return self._tell()

    def opened(self) -> None:
        """The way is free; the reader has not said anything yet."""
        self._trouble = ""
        self._tell()

    def take(self, result: tuple[str, ...], now: int) -> None:
        """What a poll gave, or the set-up (protocols/pn532_chip.py, `next_result`), at ticks."""
        if result[0] == "ready":
            self._set_up = True
            self._tell()
            return
        self._echoes = result[1:] == ("echo",)
        new = self._cards.poll(result, now)
        self._tell()
        for kind, words, at in new:
            self._report(kind, words, presence.passed(now, at) / 1000)

    def _report(self, kind: str, words: tuple[str, ...], age_s: float) -> None:
        origin = Origin("pi", self.device.id)
        if kind == "laid":
            self._post(Tag(self._reader.seat, words[0], origin, self._reader.slot, age_s))
        elif kind == "lifted":
            self._post(Gone(self._reader.seat, origin))

    def _tell(self) -> bool:
        """Tell how the reader is, if that has changed. Whether it has."""
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
