"""Convert the players' colour names to RGB.

Accepts common words in English, German and French, and #rrggbb. Any other text gets a hue derived
from it, so that the same text always has the same colour.
"""

import binascii
import colorsys
import re

from companion.signals import Pixel

_HEX = re.compile(r"#[0-9a-f]{6}")

_WORDS: tuple[tuple[str, Pixel], ...] = (
    ("red rot rouge", (229, 57, 53)),
    ("blue blau bleu", (30, 110, 240)),
    ("green grün gruen vert verte", (56, 172, 66)),
    ("yellow gelb jaune", (250, 200, 25)),
    ("orange", (251, 130, 0)),
    ("purple violet lila violett violette mauve", (150, 50, 190)),
    ("pink rosa rose", (240, 80, 150)),
    ("white weiß weiss blanc blanche", (240, 240, 240)),
    ("black schwarz noir noire", (90, 90, 100)),
    ("grey gray grau gris grise", (140, 140, 150)),
    ("brown braun brun brune marron", (150, 90, 40)),
    ("turquoise türkis tuerkis cyan teal", (20, 180, 180)),
)
_KNOWN = {word.casefold(): pixel for words, pixel in _WORDS for word in words.split()}


def rgb(colour: str) -> Pixel:
    """Red, green and blue, 0 to 255 each, for a colour's name; never raises."""
    name = colour.strip().casefold()
    if _HEX.fullmatch(name):
        return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)
    return _KNOWN.get(name) or _hue(name)


def word(colour: str) -> str:
    """The English word of a known colour; any other text as it is."""
    name = colour.strip().casefold()
    return next((words.split()[0] for words, _ in _WORDS if name in words.split()), colour)


def _hue(name: str) -> Pixel:
    hue = binascii.crc32(name.encode("utf-8", "surrogatepass")) % 360 / 360
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.75, 0.9)
    return round(red * 255), round(green * 255), round(blue * 255)
