"""Test a strip: show colours and a walking pixel through the real driver, and ask what is seen.

The answers give the right settings for table.toml: colour order, direction, number of pixels.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.doctor.finding import Finding, found
from companion.drivers.room import Room
from companion.signals import Frame, Pixel

STEP_S = 0.15
BRIGHT = 255
"""Full brightness: the driver limits it to the brightness and current in table.toml."""

BLACK: Pixel = (0, 0, 0)
WHITE: Pixel = (BRIGHT,) * 3
COLOURS: Mapping[str, Pixel] = {"R": (BRIGHT, 0, 0), "G": (0, BRIGHT, 0), "B": (0, 0, BRIGHT)}

Ask = Callable[[str, tuple[str, ...]], str]
"""Asks a question by its message key; returns one of the given words or, if none, a number."""

YES_NO = ("y", "n")


@dataclass(frozen=True, slots=True)
class Walk:
    """The test of one seat's strip. `order`: in table.toml. `pause` waits for this many seconds."""

    room: Room
    seat: int
    order: str
    ask: Ask
    pause: Callable[[float], object]

    def findings(self) -> list[Finding]:
        """Run the test; returns a finding for each wrong setting."""
        count = self.room.pixels()[self.seat]
        told = [*self._order(count), *self._direction(count), *self._count(count)]
        self._show((BLACK,) * count)
        return told or [found("fine_strip", seat=self.seat)]

    def _order(self, count: int) -> list[Finding]:
        seen = {}
        for letter, colour in COLOURS.items():
            self._show((colour,) * count)
            seen[letter] = self.ask("doctor.ask_colour", ("r", "g", "b", "n")).upper()
        if "N" in seen.values() or len(set(seen.values())) < len(COLOURS):
            return [found("strip_colours", seat=self.seat)]
        order = order_of(self.order, seen)
        return [] if order == self.order else [found("strip_order", seat=self.seat, order=order)]

    def _direction(self, count: int) -> list[Finding]:
        for place in (*range(count), *range(count)):
            self._show(tuple(WHITE if each == place else BLACK for each in range(count)))
            self.pause(STEP_S)
        well = self.ask("doctor.ask_direction", YES_NO) == "y"
        return [] if well else [found("strip_direction", seat=self.seat)]

    def _count(self, count: int) -> list[Finding]:
        self._show((COLOURS["B"],) * (count - 1) + (WHITE,))
        dark = int(self.ask("doctor.ask_dark", ()))
        if dark:
            return [found("strip_pixels", seat=self.seat, pixels=count + dark, told=count)]
        if self.ask("doctor.ask_last", YES_NO) == "n":
            return [found("strip_too_long", seat=self.seat, told=count)]
        return []

    def _show(self, frame: Frame) -> None:
        self.room.show({self.seat: frame})


def order_of(told: str, seen: Mapping[str, str]) -> str:
    """The strip's real colour order.

    `told`: the order in table.toml; the driver sent channel told[k] as the k-th byte. `seen`: the
    colour that lit up for each channel.
    """
    return "".join(seen[channel] for channel in told)
