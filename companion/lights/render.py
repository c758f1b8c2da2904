"""Render the seats' lights and cues at a given time as pixels for their strips. Pure.

Meaning never depends on colour alone: each light has its own form or motion. Nothing flashes more
than three times a second. A newer cue replaces an older one (the table keeps one per seat).
Patterns are drawn on eight cells and stretched to the strip; a shorter strip has a cell per pixel.

    seated        oooooooo      sat down by a card while a race is set up
    up            ~~~~~~~~      seat colour, breathing
    wait 3        .....ooo      turns until up, dim
    moved         ...~~...      dim
    break         .~....~.      dim and very slow, at every seat alike
    speed 3       ooo.....      from 9 on the excess blinks: !ooooooo
    speed 0       o......o      also below 0
    drift                       a gap runs through the speed cells, once for each drift step
    drive ox.!..~~              the chosen end on a laid course: its steps, dim where it drifts,
                                amber and blinking where it crashes; its dents red, at the right
    bonus offered               sparks run from the middle outwards over the speed cells
    event menu    !...!..!
    done or bonus ooo..~~~      right half: OK, left half: EVENT with the bonus; green and steady,
                                amber and breathing if it costs dents, red and blinking if out
    out, sure?    !!!!!!!!      red: OK again ends this seat's race
    holding                     fills from the left
    refused                     two slow red pulses from both ends inwards
    pulse                       the others wait for this seat: the whole strip beats like a heart
    card 4        ~~~~....      a card was read: its value, flaring quickly
    dents 2       ......~~      red
    crash         ...<>...      one amber burst from the middle to both ends
    eliminated    ooooo.o.      red, goes out from the right, then as out
    order 2       !!......      proposed place
    finished 2    ......**      seat colour and white; not placed yet: ...**...
    out           o.o.o.o.      dim red
    winner                      shimmers for 10 s, then as finished
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.game import Light
from companion.lights.colours import rgb
from companion.lights.patterns import CELLS, CUES, FORMS, WHITE, Cell, Scene
from companion.signals import Frame, Pixel

__all__ = ["CUES", "FRAME_S", "Cue", "Power", "limited", "next_change", "render", "rgb"]

FRAME_S = 0.05
"""Time between two frames in seconds: 20 a second are enough for slow motion."""

GAMMA = 2.2
FAINTEST = 96
"""Least value of a colour's strongest channel, so that even black is visible."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A short light effect at a seat, from the time `since` on.

    `count`: the number of dents, or the card's value. `fills_s`: seconds from `since` until a held
    button acts (rules.md 8.1). `warns`: the danger of each choice, the one of OK first.
    """

    name: str
    since: float
    count: int = 0
    fills_s: float = 0.8
    warns: tuple[str, ...] = ()

    def over(self, now: float) -> bool:
        """Whether the cue has ended; an unknown cue has ended at once."""
        form = CUES.get(self.name)
        lasts_s = form.lasts_s if form else 0.0
        return lasts_s is not None and now >= self.since + lasts_s


@dataclass(frozen=True, slots=True)
class Power:
    """Limits of a strip: `brightness`, 0 to 1, and the most current it may draw, in mA."""

    brightness: float = 0.4
    budget_ma: int = 160


def render(
    lights: Mapping[int, Light],
    colours: Mapping[int, Pixel],
    cues: Mapping[int, Cue],
    now: float,
    lengths: Mapping[int, int],
    since: Mapping[int, float] | None = None,
) -> dict[int, Frame]:
    """Render the frame of each seat in `lengths` (its number of pixels) at the time `now`.

    A seat without a light is dark. `since`: when each seat's light last changed, by default long
    ago (the winner's shimmer ends after a while). The frames have full brightness: the drivers,
    which know the whole strip, apply `limited`.
    """
    return {
        seat: _frame(
            lights.get(seat, Light()),
            colours.get(seat, WHITE),
            cues.get(seat),
            now,
            length,
            (since or {}).get(seat, -math.inf),
        )
        for seat, length in lengths.items()
    }


def next_change(light: Light, cue: Cue | None, now: float) -> float | None:
    """The time of the next frame that may differ; None if nothing at this seat moves."""
    if (cue and not cue.over(now)) or FORMS[light.form].moves(light):
        return (math.floor(now / FRAME_S + 1e-6) + 1) * FRAME_S
    return None


def limited(frame: Frame, power: Power) -> Frame:
    """Dim a frame to this brightness and current; no lit pixel goes dark.

    The estimate is 20 mA for each fully lit channel and 1 mA for each pixel, lit or not.
    """
    wanted = sum(map(sum, frame)) * power.brightness
    allowed = max(0.0, power.budget_ma - len(frame)) * 255 / 20
    factor = power.brightness * min(1.0, allowed / wanted if wanted else 1.0)
    return tuple(_scaled(pixel, factor) for pixel in frame)


def _scaled(pixel: Pixel, factor: float) -> Pixel:
    strongest = max(pixel)
    red, green, blue = (
        max(int(channel * factor), 1 if channel and channel == strongest else 0)
        for channel in pixel
    )
    return red, green, blue


def _frame(
    light: Light, colour: Pixel, cue: Cue | None, now: float, length: int, since: float
) -> Frame:
    now = math.floor(now / FRAME_S + 1e-6) * FRAME_S
    scene = Scene(light, _visible(colour), now, now - since, min(length, CELLS))
    pattern = FORMS[light.form].draw
    if cue and not cue.over(now):
        scene = replace(
            scene,
            age_s=now - cue.since,
            count=cue.count,
            fills_s=cue.fills_s,
            warns=cue.warns,
        )
        pattern = CUES[cue.name].draw
    cells = [_lit(cell) for cell in pattern(scene)] if length else []
    return tuple(cells[_cell_of(at, length, len(cells))] for at in range(length))


def _cell_of(at: int, length: int, cells: int) -> int:
    """The index of the cell that a pixel shows; the strip's right half mirrors its left half."""
    mirrored = 2 * at >= length
    cell = (2 * (length - 1 - at if mirrored else at) + 1) * cells // (2 * length)
    return cells - 1 - cell if mirrored else cell


def _visible(colour: Pixel) -> Pixel:
    strongest = max(colour)
    if strongest == 0:
        return FAINTEST, FAINTEST, FAINTEST
    lift = max(1.0, FAINTEST / strongest)
    red, green, blue = (round(channel * lift) for channel in colour)
    return red, green, blue


def _lit(cell: Cell) -> Pixel:
    """Convert a cell's perceived level and colour to a pixel's linear values (gamma correction)."""
    level, colour = cell
    red, green, blue = (round(255 * (channel / 255 * level) ** GAMMA) for channel in colour)
    return red, green, blue
