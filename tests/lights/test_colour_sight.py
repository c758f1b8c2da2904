"""The set-up's colours are distinct, also for people with the three common colour blindnesses.

Sight is simulated with the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15(6), 2009), severity 1.0, on linear
RGB. Differences are CIEDE2000 (Sharma, Wu, Dalal: "The CIEDE2000 Color-Difference Formula", Color
Research and Application 30(1), 2005). Colour is never the only sign: it also carries the number.
"""

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "web" / "static"

LEAST = 12.0
"""Least difference between clearly distinct patches (1: just noticeable; 100: black to white)."""

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)

SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
]
"""Pairs from the formula's published test data, with their differences."""


def palette() -> dict[str, str]:
    """The colours that the set-up offers, and their hex tones on a page."""
    listed = (STATIC / "parts/colours.js").read_text(encoding="utf-8")
    return dict(re.findall(r'\["(\w+)", "(#[0-9a-f]{6})"\]', listed))


def linear(tone: str) -> Rgb:
    """Linear RGB of a tone `#rrggbb` (IEC 61966-2-1)."""
    red, green, blue = (_light(int(tone[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, light: Rgb) -> Rgb:
    first, second, third = (sum(m * c for m, c in zip(row, light, strict=True)) for row in matrix)
    return first, second, third


def seen(tone: str, sight: str) -> Rgb:
    """CIELAB of a tone as seen with this colour vision."""
    red, green, blue = (min(1.0, max(0.0, c)) for c in times(SIGHTS[sight], linear(tone)))
    return lab(times(XYZ, (red, green, blue)))


def lab(xyz: Rgb) -> Rgb:
    """Convert XYZ to CIELAB under D65."""
    x, y, z = (_root(c / white) for c, white in zip(xyz, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def difference(one: Rgb, other: Rgb) -> float:
    """CIEDE2000 with all weights 1; the names are the paper's."""
    chroma = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    g = 0.5 * (1 - sqrt(chroma**7 / (chroma**7 + 25**7)))
    c1, h1 = _polar(one, g)
    c2, h2 = _polar(other, g)
    turn = _turn(h1, h2) if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, c = (one[0] + other[0]) / 2, (c1 + c2) / 2
    s_l = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c, 1 + 0.015 * c * _t(hue)
    d_l, d_c = (other[0] - one[0]) / s_l, (c2 - c1) / s_c
    d_h = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / s_h
    bend = sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    r_t = -2 * sqrt(c**7 / (c**7 + 25**7)) * bend
    return sqrt(d_l**2 + d_c**2 + d_h**2 + r_t * d_c * d_h)


def _polar(colour: Rgb, g: float) -> tuple[float, float]:
    """Chroma and hue in degrees."""
    a, b = colour[1] * (1 + g), colour[2]
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _turn(one: float, other: float) -> float:
    """Signed angle from one hue to another, -180 to 180 degrees."""
    turn = (other - one) % 360
    return turn - 360 if turn > 180 else turn


def _t(hue: float) -> float:
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    return 1 + sum(size * cos(radians(times * hue + by)) for size, times, by in waves)


@pytest.mark.parametrize(("one", "other", "known"), SHARMA)
def test_ciede2000_gives_the_published_differences(one: Rgb, other: Rgb, known: float) -> None:
    assert difference(one, other) == pytest.approx(known, abs=1e-4)
    assert difference(other, one) == pytest.approx(known, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_set_up_colours_differ_clearly(sight: str) -> None:
    colours = palette()
    assert len(colours) >= 8
    close = {
        (one, other): round(apart, 1)
        for one, other in combinations(colours, 2)
        if (apart := difference(seen(colours[one], sight), seen(colours[other], sight))) < LEAST
    }
    assert close == {}


def test_a_seats_number_is_readable_on_its_colour() -> None:
    parts = (STATIC / "parts/widgets.js").read_text(encoding="utf-8")
    badge = parts[parts.index("export function badge(") :].split("\n}", 1)[0]
    assert "seatStyle(meta)" in badge
    assert "meta.seat" in badge
