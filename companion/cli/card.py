"""The command `companion card`: a card for guests, on the terminal or to print.

It has two QR codes, the Wi-Fi and the address, and the host's PIN.
"""

import io
import json
import urllib.request
from argparse import ArgumentParser, Namespace
from html import escape
from typing import NamedTuple, TextIO

import segno
from segno import helpers

from companion.cli.files import write_text
from companion.cli.options import add_data
from companion.doctor.machine import Machine
from companion.errors import Refused
from companion.messages import sentence
from companion.store.reader import reading
from companion.system.addresses import HERE, reached_at
from companion.system.hotspot import ADDRESS, standing

FINE = 0

WIDE_MM, HIGH_MM, CODE_MM = 148, 105, 50
"""Width and height in mm: A6 landscape, two to a sheet of A5."""

HTTP, ASK_S = 80, 2.0

MARGIN = 4
"""Modules of white around a QR code that scanners need."""


class Card(NamedTuple):
    """The text of the card. `wifi`: name and password, None if guests need none."""

    address: str
    pin: str
    wifi: tuple[str, str] | None


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--svg", metavar="FILE", help="write it as a picture to print")
    parser.add_argument("--wifi", metavar="NAME", help="the network (default: the companion's own)")
    parser.add_argument("--password", help="the network's password")
    parser.add_argument("--address", help="the service's address (default: this machine's)")
    parser.add_argument("--port", type=int, default=8000, help="the service's port")
    add_data(parser)
    parser.set_defaults(command=card)


def card(args: Namespace, out: TextIO, err: TextIO, machine: Machine | None = None) -> int:
    """Print the card. Raises Refused if there is no PIN yet."""
    told = _card(args, machine or Machine())
    if args.svg:
        write_text(args.svg, svg(told, args.lang), out)
        print(sentence("guest_card.written", {"file": args.svg}, args.lang), file=err)
    else:
        out.write(text(told, args.lang))
    return FINE


def _card(args: Namespace, machine: Machine) -> Card:
    with reading(args.data) as reader:
        pin = reader.get("pin") if reader else None
    if pin is None:
        raise Refused("guest_card.no_pin", data=str(args.data))
    own = standing(machine)
    wifi = (own.name, own.password) if own else None
    if args.wifi:
        wifi = args.wifi, args.password or ""
    host = reached_at("0.0.0.0")
    host = ADDRESS if own and host == HERE else host
    return Card(args.address or f"http://{host}{_port(host, args.port)}", str(pin), wifi)


def _port(host: str, port: int) -> str:
    """The `:port` of the address, "" if the companion also answers on port 80."""
    if port == HTTP:
        return ""
    try:
        with urllib.request.urlopen(f"http://{host}/api/v1/state", timeout=ASK_S) as answer:
            return "" if "boot" in json.load(answer) else f":{port}"
    except (OSError, ValueError, TypeError):
        return f":{port}"


def codes(card: Card) -> list[tuple[str, segno.QRCode]]:
    """The QR codes in order, each with the message key of its caption."""
    told = []
    if card.wifi:
        name, password = card.wifi
        kind = "WPA" if password else None
        wifi = helpers.make_wifi_data(ssid=name, password=password or None, security=kind)
        key = "guest_card.wifi" if password else "guest_card.open_wifi"
        told.append((key, segno.make(wifi, error="m", micro=False)))
    told.append(("guest_card.address", segno.make(f"{card.address}/join", error="m", micro=False)))
    return told


def _said(card: Card) -> dict[str, str]:
    name, password = card.wifi or ("", "")
    return {"name": name, "password": password, "address": card.address, "pin": card.pin}


def text(card: Card, lang: str) -> str:
    """The card as text for a terminal."""
    out = io.StringIO()
    for key, code in codes(card):
        print(sentence(key, _said(card), lang), file=out)
        code.terminal(out=out, compact=True)
    print(sentence("guest_card.pin", _said(card), lang), file=out)
    if card.wifi:
        print(sentence("hotspot.stay", lang=lang), file=out)
    return out.getvalue()


def svg(card: Card, lang: str) -> str:
    """The card as an SVG to print, A6."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE_MM}mm" height="{HIGH_MM}mm" '
        f'viewBox="0 0 {WIDE_MM} {HIGH_MM}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{WIDE_MM}" height="{HIGH_MM}" fill="white"/>',
        _line(WIDE_MM / 2, 14, 7, sentence("guest_card.title", lang=lang)),
    ]
    shown = codes(card)
    for place, (key, code) in enumerate(shown, 1):
        middle = WIDE_MM * (2 * place - 1) / (2 * len(shown))
        parts.append(_code(code, middle - CODE_MM / 2, 20))
        for row, told in enumerate(sentence(key, _said(card), lang).splitlines()):
            parts.append(_line(middle, 75 + 5 * row, 3.5, told))
    parts.append(_line(WIDE_MM / 2, 93, 6, sentence("guest_card.pin", _said(card), lang)))
    if card.wifi:
        parts.append(_line(WIDE_MM / 2, 100, 3, sentence("hotspot.stay", lang=lang), WIDE_MM - 12))
    return "\n".join([*parts, "</svg>\n"])


def _line(x: float, y: float, size: float, text: str, most: float = WIDE_MM / 2 - 6) -> str:
    """A line of text centred at `x`, condensed if it would be wider than `most` mm."""
    wide = len(text) * size * 0.55
    fit = f' textLength="{most:g}" lengthAdjust="spacingAndGlyphs"'
    narrow = fit if wide > most and size < 5 else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{narrow}>{escape(text)}</text>'


def _code(code: segno.QRCode, x: float, y: float) -> str:
    """A QR code as one SVG path, a square for each dark module."""
    rows = list(code.matrix_iter(border=MARGIN))
    dark = [
        f"M{column} {row}h1v1h-1z"
        for row, modules in enumerate(rows)
        for column, module in enumerate(modules)
        if module
    ]
    scale = CODE_MM / len(rows)
    move = f"translate({x:g} {y:g}) scale({scale:.4f})"
    return f'<path transform="{move}" d="{"".join(dark)}"/>'
