"""The logic of a seat's node, with its hardware passed in, for the board and the simulation.

    seat = Seat(hardware)
    while True:
        seat.step()      # every 1 to 5 ms; never waits

The hardware's `write` takes what fits and returns its length, its `read` returns what has arrived:
neither waits. Ticks are milliseconds modulo 2**29 (link.md).
"""

from companion.protocols import presence
from companion.protocols.link import later
from companion.protocols.link_node import NodeEnd

try:
    from typing import Protocol
except ImportError:  # CircuitPython has no typing module and ignores annotations
    Protocol = object  # type: ignore[assignment]

READ = 256  # bytes per step
FRAME_MS = 33  # at most 30 frames a second
WALK_MS = 600  # time per pixel in the node's own patterns: well below 3 changes a second
DARK_MS = 600_000
REBOOT_MS = 1000
AMBER = (28, 14, 0)
BLACK = (0, 0, 0)


class CardReader(Protocol):
    """A card reader that is called every step, never waits, and polls at its own pace."""

    def poll(self, now: int) -> tuple[str, ...] | None:
        """The result of a poll since the last step, or None.

        ("none",), ("tag", uid, atqa, sak), ("two",), ("unsupported",) or ("fault", kind).
        """


class Hardware(Protocol):
    """The hardware of a node.

    `uid`: 16 hex digits; `session`: 4 hex digits, random at each start, not 0000; `strap`: the seat
    set by straps, 0 none; `pixels`: their number; `cause`: link.CAUSES; `reader`: None without one.
    """

    uid: str
    session: str
    strap: int
    pixels: int
    cause: str
    reader: CardReader | None

    def ticks_ms(self) -> int:
        """Milliseconds modulo 2**29."""

    def read(self, count: int) -> bytes:
        """At most `count` bytes from the service, b"" if there are none."""

    def write(self, data: bytes) -> int:
        """Write without waiting. Returns the number of bytes taken."""

    def buttons(self) -> tuple[bool, ...]:
        """The current levels, True for down; a seat's are left, right, brake, event, ok."""

    def show(self, pixels: list[tuple[int, int, int]]) -> None:
        """Light the strip: red, green, blue, the first pixel first."""

    def reset(self) -> None:
        """Restart the node."""


class Strip:
    """The content of the strip: the service's pixels, or the node's own patterns without them."""

    def __init__(self, count: int, now: int):
        self._count = count
        self._form = "waiting"  # waiting for the first service; later "full", "lost" or "dark"
        self._since = now
        self._picture: list[tuple[int, int, int]] = []

    def full(self, colours: bytes) -> None:
        """Show a complete revision."""
        self._form = "full"
        self._picture = [
            (colours[at], colours[at + 1], colours[at + 2]) for at in range(0, len(colours), 3)
        ]

    def lost(self, now: int) -> None:
        """Show the pattern for a lost link until the next complete revision."""
        if self._form == "full":
            self._form = "lost"
            self._since = now

    def bye(self) -> None:
        """Turn dark after the service has ended on purpose."""
        self._form = "dark"

    def picture(self, now: int) -> list[tuple[int, int, int]]:
        """The pixels to show now."""
        if self._form == "full":
            return self._picture
        if self._form == "lost" and later(now, self._since) >= DARK_MS:
            self._form = "dark"
        picture = [BLACK] * self._count
        if self._form != "dark" and self._count:
            picture[self._place(now)] = AMBER
        return picture

    def _place(self, now: int) -> int:
        """The place of the one lit pixel: walking along, or alternating between the ends."""
        if self._form == "lost":
            return later(now, self._since) // WALK_MS % self._count
        return (self._count - 1) * (now // WALK_MS % 2)


class Seat:
    """One node: its buttons, reader and strip at one end of a link.

    `gone_ms`: a card not seen for this long was taken away.
    """

    def __init__(self, hardware: Hardware, gone_ms: int = presence.GONE_MS):
        now = hardware.ticks_ms()
        levels = hardware.buttons()
        self._hardware = hardware
        self._buttons = [presence.Button(level) for level in levels]
        self._moving = True
        self._cards = presence.Reader(gone_ms)
        self._strip = Strip(hardware.pixels, now)
        self._shown: list[tuple[int, int, int]] = []
        self._shown_ms = now - FRAME_MS
        self._reboot_ms = -1
        self.end = NodeEnd(
            hardware.uid,
            hardware.session,
            len(levels),
            0 if hardware.reader is None else 1,
            hardware.pixels,
            hardware.strap,
            hardware.cause,
            ",again=1",
        )

    def step(self) -> None:
        """Run one cycle: receive, scan buttons, poll cards, handle events, show, send."""
        now = self._hardware.ticks_ms()
        self.end.receive_data(self._hardware.read(READ), now)
        self.end.tick(now)
        self._scan_buttons(now)
        self._read_cards(now)
        self._handle_events(now)
        self._show(now)
        data = self.end.data_to_send(now)
        if data:
            self.end.wrote(self._hardware.write(data))
        if self._reboot_ms >= 0 and (self.end.flushed or later(now, self._reboot_ms) >= REBOOT_MS):
            self._hardware.reset()

    def _scan_buttons(self, now: int) -> None:
        """Scan the buttons and send certain edges; beats carry only certain levels."""
        levels = self._hardware.buttons()
        moving = False
        for index, button in enumerate(self._buttons):
            at = button.edge(levels[index], now)
            if at >= 0:
                self._report_held(now)
                self.end.button(index, button.down, at)
            moving = moving or button.moving
        if moving or self._moving:
            self._report_held(now if moving else -1)
        self._moving = moving

    def _report_held(self, now: int) -> None:
        """Pass the buttons that are down to the link, with the ticks until which that is certain.

        `now` -1: until the next report.
        """
        at = now
        for button in self._buttons:
            if button.moving and later(at, button.first) > 0:
                at = button.first
        self.end.held("".join(["1" if button.down else "0" for button in self._buttons]), at)

    def _read_cards(self, now: int) -> None:
        reader = self._hardware.reader
        result = reader.poll(now) if reader else None
        if result is None:
            return
        for kind, words, at in self._cards.poll(result, now):
            if kind == "laid":
                self.end.tag(0, words[0], words[1], words[2], at)
            elif kind == "lifted":
                self.end.gone(0, at)
            else:
                self.end.reader(0, words[0], self._cards.failures)
        uid = self._cards.certain()
        if uid:
            self.end.again(0, uid, now)

    def _handle_events(self, now: int) -> None:
        event = self.end.next_event()
        while event:
            kind, _, colours = event
            if kind == "pixels":
                self._strip.full(colours)
            elif kind == "joined" and self._cards.state != "ok":  # new to this service
                self.end.reader(0, self._cards.state, self._cards.failures)
            elif kind == "lost":
                self._strip.lost(now)
            elif kind == "bye":
                self._strip.bye()
            elif kind == "reboot":
                self._reboot_ms = now
            event = self.end.next_event()

    def _show(self, now: int) -> None:
        """Light the strip if it changed, at most 30 times a second, with the newest frame."""
        picture = self._strip.picture(now)
        if picture != self._shown and later(now, self._shown_ms) >= FRAME_MS:
            self._shown = picture
            self._shown_ms = now
            self._hardware.show(picture)
