"""Faults of strips: the real driver and node, a wrongly built strip, and simulated eyes.

As in stories.py, a story is named after its fault's id, and cures it after the yield.
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from node_at import NodeAt
from sick_pi import SickPi

from companion.config import Config, Leds, phones_only
from companion.doctor.checks.strip_walk import Walk
from companion.doctor.doctor import lit, walk_strip
from companion.doctor.finding import Finding
from companion.drivers.nodes.nodes import Nodes
from companion.drivers.nodes.seat_assignment import wired
from companion.signals import Frame
from tests.patience import PATIENCE_S

Story = Iterator[None]
SEAT = 1
DRIVEN = 8


@dataclass
class _Strip:
    """A strip as built (`order`, `pixels`, `reverse`, `dead`) and as configured (`told`).

    Also the person who looks at it and answers.
    """

    order: str = "GRB"
    pixels: int = DRIVEN
    reverse: bool = False
    dead: bool = False
    told: Leds = field(default_factory=Leds)
    lamps: list[dict[str, int]] = field(default_factory=list)
    walked: list[int] = field(default_factory=list)

    def light(self, frame: Frame) -> None:
        """Light the strip from the wire's bytes (GRB), which other strips read differently."""
        self.lamps = [
            dict(zip(self.order, (green, red, blue), strict=True)) for red, green, blue in frame
        ]
        self.lamps += [dict.fromkeys("RGB", 0)] * (self.pixels - len(frame))
        self.lamps = self.lamps[: self.pixels]
        if self.reverse:
            self.lamps.reverse()

    def answer(self, key: str, allowed: tuple[str, ...]) -> str:
        """Answer as a person who sees the strip."""
        end = self.lamps[0 if self.reverse else -1]
        match key:
            case "doctor.ask_colour":
                first = self.lamps[0]
                return "n" if self.dead else max(first, key=lambda name: first[name]).lower()
            case "doctor.ask_direction":
                return "y" if self.walked == sorted(self.walked) else "n"
            case "doctor.ask_dark":
                return str(sum(not any(lamp.values()) for lamp in self.lamps))
        return "y" if len(set(end.values())) == 1 else "n"

    def watch(self, seconds: float) -> None:
        """The positions of the walking pixel during its first pass."""
        if len(self.walked) < min(self.pixels, DRIVEN):
            self.walked += [place for place, lamp in enumerate(self.lamps) if any(lamp.values())]


class _Room(Nodes):
    """A room with the real driver whose `show` returns once the frame has arrived."""

    node: NodeAt
    strip: _Strip

    def show(self, frames: Mapping[int, Frame]) -> None:
        super().show(frames)
        self.strip.light(self.node.await_strip(wired(frames[SEAT], self.strip.told)))


def _walk(pi: SickPi, strip: _Strip) -> None:
    """Let each examination test this strip."""
    pi.examine = lambda: _examined(pi, strip)


def _examined(pi: SickPi, strip: _Strip) -> Iterable[Finding]:
    path = str(pi.folder / "port")
    with NodeAt(path, DRIVEN) as node:
        room = _Room(
            _config(path, strip.told), lambda report: None, lambda uid: None, lambda: "BEEF"
        )
        room.node, room.strip, strip.walked = node, strip, []
        room.start()
        try:
            assert lit(room, SEAT)
            return Walk(room, SEAT, strip.told.order, strip.answer, strip.watch).findings()
        finally:
            room.close()


def _config(path: str, leds: Leds) -> Config:
    config = phones_only(1)
    return replace(config, seats=(replace(config.seats[0], port=path, leds=leds),))


def strip_order(pi: SickPi) -> Story:
    strip = _Strip(order="RGB")
    _walk(pi, strip)
    (finding,) = pi.examine()
    assert finding.params["order"] == "RGB"
    yield
    strip.told = Leds(order="RGB")


def strip_colours(pi: SickPi) -> Story:
    strip = _Strip(dead=True)
    _walk(pi, strip)
    yield
    strip.dead = False


def strip_direction(pi: SickPi) -> Story:
    strip = _Strip(reverse=True)
    _walk(pi, strip)
    yield
    strip.told = Leds(reverse=True)


def strip_pixels(pi: SickPi) -> Story:
    strip = _Strip(pixels=10)
    _walk(pi, strip)
    (finding,) = pi.examine()
    assert finding.params["pixels"] == 10
    yield
    strip.pixels = DRIVEN


def strip_too_long(pi: SickPi) -> Story:
    strip = _Strip(pixels=6)
    _walk(pi, strip)
    yield
    strip.pixels = DRIVEN


def strip_missing(pi: SickPi) -> Story:
    """The seat's port has no node; the cure plugs one in, and the questions are asked."""
    path = str(pi.folder / "port")
    pi.toml = f'[[seat]]\nport = "{path}"\n'
    pi.examine = lambda: _asked(pi, 0.2)
    yield
    with NodeAt(path):
        assert {finding.id for finding in _asked(pi, PATIENCE_S)} == {"fine_strip"}
    pi.examine = tuple


def _asked(pi: SickPi, first_s: float) -> Iterable[Finding]:
    answers = io.StringIO("r\ngreen?\ng\nb\ny\n0\ny\n")
    return walk_strip(pi.case, SEAT, answers, io.StringIO(), "en", first_s)
