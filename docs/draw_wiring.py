"""Every wire of a seat and of the Pi, as tables: wiring.md and its drawings are made from them.

`python docs/draw_wiring.py` draws docs/wiring-*.svg.
"""

from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

DOCS = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: a pin by name and number on its board, its colour, what is at the other end.

    `volts` is what the wire carries; `why` one short remark.
    """

    pin: str
    number: int
    colour: str
    to: str
    volts: str
    why: str = ""


SEAT = (
    Wire("GP0", 1, "orange", "PN532 RX", "3.3 V", "UART0 TX, 115200 baud"),
    Wire("GP1", 2, "white", "PN532 TX", "3.3 V", "UART0 RX"),
    Wire("GP2", 4, "grey", "PN532 RSTPD_N", "3.3 V", "wakes a mute reader"),
    Wire("GP6", 9, "yellow", "button left", "3.3 V", "other leg to GND"),
    Wire("GP7", 10, "red", "button right", "3.3 V", "other leg to GND"),
    Wire("GP8", 11, "white", "button brake", "3.3 V", "other leg to GND"),
    Wire("GP9", 12, "blue", "button event", "3.3 V", "other leg to GND"),
    Wire("GP14", 19, "green", "button ok", "3.3 V", "other leg to GND"),
    Wire("GP10", 14, "brown", "strap 1", "3.3 V", "bridge to GND adds 1 to the seat"),
    Wire("GP11", 15, "brown", "strap 2", "3.3 V", "bridge to GND adds 2"),
    Wire("GP12", 16, "brown", "strap 4", "3.3 V", "bridge to GND adds 4"),
    Wire("GP15", 20, "purple", "service button", "3.3 V", "hold at power-on: drive and console"),
    Wire("GP28", 34, "green", "74AHCT125 pin 2 (1A)", "3.3 V", "pixel data before the shifter"),
    Wire("VBUS", 40, "red", "fuse 0.5 A", "5 V", "then strip +5 V, shifter VCC, PN532 VCC"),
    Wire("GND", 38, "black", "strip, shifter, PN532, buttons, straps", "0 V", "first wire in"),
)
"""A Raspberry Pi Pico as a seat: firmware/code.py has the same pins."""

SHIFTER = (
    Wire("VCC", 14, "red", "5 V after the fuse", "5 V", "100 nF to GND close by"),
    Wire("GND", 7, "black", "GND", "0 V"),
    Wire("1OE", 1, "black", "GND", "0 V", "low: the gate passes data"),
    Wire("1A", 2, "green", "Pico GP28", "3.3 V"),
    Wire("1Y", 3, "green", "470 Ω, then strip DIN", "5 V"),
    Wire("2A", 5, "black", "GND", "0 V", "unused inputs must not float"),
    Wire("3A", 9, "black", "GND", "0 V"),
    Wire("4A", 12, "black", "GND", "0 V"),
)
"""74AHCT125 in its 14-pin case."""

PI = (
    Wire("BCM 14", 8, "orange", "PN532 RX", "3.3 V", "/dev/serial0 TX; free the console first"),
    Wire("BCM 15", 10, "white", "PN532 TX", "3.3 V", "/dev/serial0 RX"),
    Wire("BCM 25", 22, "grey", "PN532 RSTPD_N", "3.3 V", "reset = 25 in table.toml"),
    Wire("BCM 10", 19, "green", "shifter 1A", "3.3 V", "strip without root: pin = D10"),
    Wire("BCM 18", 12, "green", "shifter 1A", "3.3 V", "or with root, Pi 4 and older: pin = D18"),
    Wire("BCM 5", 29, "yellow", "button left", "3.3 V", "other leg to GND"),
    Wire("BCM 6", 31, "red", "button right", "3.3 V", "other leg to GND"),
    Wire("BCM 16", 36, "white", "button brake", "3.3 V", "other leg to GND"),
    Wire("BCM 26", 37, "blue", "button event", "3.3 V", "other leg to GND"),
    Wire("BCM 20", 38, "green", "button ok", "3.3 V", "other leg to GND"),
    Wire("BCM 3", 5, "purple", "shutdown button", "3.3 V", "dtoverlay=gpio-shutdown; also wakes"),
    Wire("GND", 6, "black", "reader, shifter, buttons, strip supply", "0 V", "one common ground"),
)
"""The Pi's own header; everything here is optional when seats have nodes."""

I2C = (
    Wire("BCM 2", 3, "blue", "PN532 SDA", "3.3 V", 'bus = "i2c" in table.toml'),
    Wire("BCM 3", 5, "yellow", "PN532 SCL", "3.3 V", "then no shutdown button here"),
    Wire("BCM 25", 22, "grey", "PN532 RSTPD_N", "3.3 V", "reset = 25"),
    Wire("BCM 24", 18, "purple", "PN532 P32", "3.3 V", "req = 24, where the module has it"),
    Wire("5 V", 2, "red", "PN532 VCC", "5 V", "the module has its own 3.3 V regulator"),
    Wire("GND", 9, "black", "PN532 GND", "0 V", "first wire in"),
)
"""A reader on I2C, of which there can be one."""

SPI = (
    Wire("BCM 11", 23, "yellow", "PN532 SCK", "3.3 V", "all readers share it"),
    Wire("BCM 10", 19, "blue", "PN532 MOSI", "3.3 V", "shared; then no strip on D10"),
    Wire("BCM 9", 21, "green", "PN532 MISO", "3.3 V", "shared"),
    Wire("BCM 17", 11, "orange", "PN532 SS, slot left", "3.3 V", "cs = 17: a pin for each reader"),
    Wire("BCM 27", 13, "white", "PN532 SS, slot right", "3.3 V", "cs = 27"),
    Wire("BCM 22", 15, "brown", "PN532 SS, slot brake", "3.3 V", "cs = 22"),
    Wire("5 V", 4, "red", "PN532 VCC of each", "5 V", "0.15 A each"),
    Wire("GND", 25, "black", "PN532 GND of each", "0 V", "first wire in"),
)
"""Readers on SPI: here the three slots of one mat."""

HEX = {
    "red": "#d32f2f",
    "black": "#222222",
    "yellow": "#e0a800",
    "white": "#9aa3ad",
    "blue": "#1e6ef0",
    "green": "#2e9e44",
    "orange": "#ef7d00",
    "grey": "#6b7480",
    "brown": "#8a5a2b",
    "purple": "#8e44ad",
}

ROW, TOP, WIDTH = 30, 76, 760


def table(wires: tuple[Wire, ...]) -> str:
    """The wires as a Markdown table."""
    head = "| pin | no. | wire | to | volts | remark |\n|---|---|---|---|---|---|\n"
    return head + "\n".join(
        f"| {w.pin} | {w.number} | {w.colour} | {w.to} | {w.volts} | {w.why} |" for w in wires
    )


def drawing(title: str, board: str, wires: tuple[Wire, ...]) -> str:
    """The wires as an SVG: the board at the left, what they lead to at the right."""
    height = TOP + ROW * len(wires) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="14" role="img" aria-label="{escape(title)}">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="20" y="30" font-size="18" font-weight="bold">{escape(title)}</text>',
        f'<rect x="20" y="{TOP - 12}" width="150" height="{ROW * len(wires) + 14}" rx="8" '
        f'fill="#dfeadf" stroke="#4b7a4b"/>',
        f'<text x="30" y="{TOP - 18}" fill="#4b7a4b">{escape(board)}</text>',
    ]
    for row, wire in enumerate(wires):
        y = TOP + ROW * row + 12
        parts += [
            f'<text x="30" y="{y + 5}">{escape(wire.pin)}</text>',
            f'<text x="160" y="{y + 5}" text-anchor="end" fill="#555">{wire.number}</text>',
            f'<line x1="170" y1="{y}" x2="360" y2="{y}" stroke="{HEX[wire.colour]}" '
            f'stroke-width="4" stroke-linecap="round"/>',
            f'<text x="265" y="{y - 5}" font-size="11" text-anchor="middle" fill="#555">'
            f"{wire.colour}, {escape(wire.volts)}</text>",
            f'<text x="372" y="{y + 5}" font-weight="bold">{escape(wire.to)}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


DRAWINGS = {
    "wiring-seat.svg": ("A seat: where each pin of the Pico goes", "Raspberry Pi Pico", SEAT),
    "wiring-shifter.svg": ("The level shifter between Pico and strip", "74AHCT125", SHIFTER),
    "wiring-i2c.svg": ("A reader on the Pi's I2C", "Raspberry Pi header", I2C),
    "wiring-spi.svg": ("Three readers on the Pi's SPI", "Raspberry Pi header", SPI),
    "wiring-pi.svg": ("The Pi's own header (all of it optional)", "Raspberry Pi header", PI),
}


def draw(folder: Path = DOCS) -> None:
    """Write every drawing."""
    for name, (title, board, wires) in DRAWINGS.items():
        (folder / name).write_text(drawing(title, board, wires))


if __name__ == "__main__":
    draw()
