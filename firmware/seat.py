"""What a seat's node does, with its hardware passed in: the same on the board and in simulation.

    seat = Seat(hardware)
    while True:
        seat.step()      # every 1 to 5 ms; never waits

The hardware's `write` takes what fits now and says how much, its `read` gives what is there: nobody
waits for the other end. Ticks are milliseconds modulo 2**29 (link.md).
"""

from companion.protocols import presence
from companion.protocols.link import later
from companion.protocols.link_node import NodeEnd

try:
    from typing import Protocol
except ImportError:  # CircuitPython has none, and looks at no annotation
    Protocol = object  # type: ignore[assignment]

READ = 256  # bytes a step
FRAME_MS = 33  # at most 30 pictures a second
WALK_MS = 600  # a pixel's stay in the node's own patterns: slow, far below 3 changes a second
DARK_MS = 600_000
REBOOT_MS = 1000
AMBER = (28, 14, 0)
BLACK = (0, 0, 0)


class CardReader(Protocol):
    """A reader that is asked every step, never waits, and polls its cards at its own pace."""

    def poll(self, now: int) -> tuple[str, ...] | None:
        """What a poll gave since the last step: ("none",), ("tag", uid, atqa, sak), ("two",),
        ("unsupported",) or ("fault", kind). None: nothing new.
        """


class Hardware(Protocol):
    """What a node's logic needs of its board.

    `uid`: 16 hex digits; `session`: 4 hex digits, random at each start, not 0000; `strap`: seat set
    by straps, 0 none; `pixels`: how many; `cause`: link.CAUSES; `reader`: None where there is none.
    """

    uid: str
    session: str
    strap: int
    pixels: int
    cause: str
    reader: CardReader | None

    def ticks_ms(self) -> int:
        """Milliseconds, modulo 2**29."""

    def read(self, count: int) -> bytes:
        """At most so many bytes that the service sent; nothing if there are none."""

    def write(self, data: bytes) -> int:
        """How many of these bytes the port took at once."""

    def buttons(self) -> tuple[bool, ...]:
        """The levels as they are, True for down; a seat's are left, right, brake, event, ok."""

    def show(self, pixels: list[tuple[int, int, int]]) -> None:
        """Light the strip: red, green, blue, the first pixel first."""

    def reset(self) -> None:
        """Start the node again."""


class Strip:
    """What the strip shows: the service's pixels, or the node's own patterns without them."""

    def __init__(self, count: int, now: int):
        self._count = count
        self._form = "waiting"  # for a first service; then "full", "lost" or "dark"
        self._since = now
        self._picture: list[tuple[int, int, int]] = []

    def full(self, colours: bytes) -> None:
        """A full revision came."""
        self._form = "full"
        self._picture = [
            (colours[at], colours[at + 1], colours[at + 2]) for at in range(0, len(colours), 3)
        ]

    def lost(self, now: int) -> None:
        """The link is gone: its pattern until the next full revision."""
        if self._form == "full":
            self._form = "lost"
            self._since = now

    def bye(self) -> None:
        """The service has ended on purpose: dark."""
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
        """Where the one lit pixel is: it walks along, or the two ends take turns."""
        if self._form == "lost":
            return later(now, self._since) // WALK_MS % self._count
        return (self._count - 1) * (now // WALK_MS % 2)


class Seat:
    """One node: its buttons, its reader and its strip at one end of a link.

    `gone_ms`: a card that the reader missed for so long was taken away.
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
        )

    def step(self) -> None:
        """Everything once: hear, feel, read, obey, show, speak."""
        now = self._hardware.ticks_ms()
        self.end.receive_data(self._hardware.read(READ), now)
        self.end.tick(now)
        self._feel(now)
        self._read_cards(now)
        self._obey(now)
        self._show(now)
        data = self.end.data_to_send(now)
        if data:
            self.end.wrote(self._hardware.write(data))
        if self._reboot_ms >= 0 and (self.end.flushed or later(now, self._reboot_ms) >= REBOOT_MS):
            self._hardware.reset()

    def _feel(self, now: int) -> None:
        """The buttons: edges that are sure become lines, and beats say only what is sure."""
        levels = self._hardware.buttons()
        moving = False
        for index, button in enumerate(self._buttons):
            at = button.edge(levels[index], now)
            if at >= 0:
                self._tell_held(now)
                self.end.button(index, button.down, at)
            moving = moving or button.moving
        if moving or self._moving:
            self._tell_held(now if moving else -1)
        self._moving = moving

    def _tell_held(self, now: int) -> None:
        """Tell the link what is down, and up to when that is sure (-1: as long as it is told)."""
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

    def _obey(self, now: int) -> None:
        event = self.end.next_event()
        while event:
            kind, _, colours = event
            if kind == "pixels":
                self._strip.full(colours)
            elif kind == "joined" and self._cards.state != "ok":  # a new service has not heard it
                self.end.reader(0, self._cards.state, self._cards.failures)
            elif kind == "lost":
                self._strip.lost(now)
            elif kind == "bye":
                self._strip.bye()
            elif kind == "reboot":
                self._reboot_ms = now
            event = self.end.next_event()

    def _show(self, now: int) -> None:
        """Light the strip where it changed, at most 30 times a second: the newest wins."""
        picture = self._strip.picture(now)
        if picture != self._shown and later(now, self._shown_ms) >= FRAME_MS:
            self._shown = picture
            self._shown_ms = now
            self._hardware.show(picture)
