"""One of the Pi's own readers as the table knows it: cards become signals, its state a device.

Owned by the thread that drives the reader; `device` may be read from any.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.config import Reader
from companion.drivers import outlet
from companion.drivers.hearing import Report
from companion.protocols import presence
from companion.signals import Device, Gone, Origin, Tag

MUTE, ECHO, NO_RESET = "link.reader_mute", "reader.echo", "reader.no_reset"
REFUSED = (*outlet.REFUSED, "reader.no_package", "reader.no_bus")


class Antenna:
    """`name` is the reader's id, for ever. `mute_note`: what is said of it when it is mute."""

    def __init__(
        self, reader: Reader, name: str, post: Callable[[Report], None], mute_note: str = MUTE
    ):
        self.device = Device(name, "reader", reader.seat, "lost", "link.missing")
        self._reader = reader
        self._post = post
        self._mute_note = mute_note
        self._cards = presence.Reader()
        self._trouble = "link.missing"
        self._set_up = False
        self._echoes = False

    def closed(self, note: str) -> None:
        """There is no way to the reader now, for this reason. What lay on it is not lifted."""
        self._trouble = note
        self._set_up = False
        self._tell()

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

    def _tell(self) -> None:
        """Tell how the reader is, if that has changed."""
        state, note = self._state()
        device = replace(self.device, state=state, note=note)
        if device != self.device:
            self.device = device
            self._post(device)

    def _state(self) -> tuple[str, str]:
        if self._trouble:
            return ("refused" if self._trouble in REFUSED else "lost"), self._trouble
        cards = self._cards.state
        if cards == "mute":
            return "lost", ECHO if self._echoes else self._mute_note
        if not self._set_up:
            return "waiting", ""
        return "connected", "" if cards == "ok" else f"link.reader_{cards}"
