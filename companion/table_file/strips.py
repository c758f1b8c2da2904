"""Read the strips of table.toml: one on a pin of the Pi or on a node, and any number of WLEDs."""

import re

from companion.config import Leds, Segment, Strip
from companion.table_file.claims import SPI_PINS, Claims, take
from companion.toml_lines import Table, is_whole

ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")

STRIP_PINS = ("D10", "D12", "D13", "D18", "D21")
"""Pins on which a Pi can drive pixels: SPI, PWM and PCM (hardware.md 2.1)."""

MOST_PIXELS = 1000
MOST_BUDGET_MA = 20000

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?")
"""A host name or an address, without a port."""


def leds(table: Table, budget_ma: int, brightness: float = 0.4) -> Leds:
    """The settings of a strip's light. `budget_ma`, `brightness`: where the file names none."""
    return Leds(
        order=table.choice("order", ORDERS, "GRB"),
        reverse=table.flag("reverse"),
        brightness=table.number("brightness", 0.01, 1, brightness),
        budget_ma=table.whole("budget_ma", 10, MOST_BUDGET_MA, budget_ma),
    )


def strips(top: Table) -> tuple[Table, ...]:
    """The table `[strip]`, or the tables `[[strip]]`."""
    if isinstance(top.values.get("strip"), list):
        return top.tables("strip")
    one = top.table("strip")
    return (one,) if one else ()


def strip(claims: Claims, table: Table) -> Strip:
    """The strip that a table describes. Raises ConfigError."""
    if "wled" in table.values:
        return _wled(claims, table)
    table.only("pin", "node", "pixels", "order", "reverse", "brightness", "budget_ma", "segments")
    if "node" in table.values and "pin" in table.values:
        table.fail("pin", "config.node_or_pin")
    if "node" not in {*table.values, *table.ignored}:
        table.need("pin", 'pin = "D18"')
    pin = table.choice("pin", STRIP_PINS)
    if pin:
        claims.pin(table, SPI_PINS if pin == "D10" else (int(pin[1:]),))
    pixels, segments = _parts(claims, table)
    take(claims.places, (0, "strip"), table, "pin" if pin else "node", "[strip]")
    return Strip(pixels, segments, pin, claims.node(table), leds(table, 1200))


def _wled(claims: Claims, table: Table) -> Strip:
    """A strip driven by WLED, which has its own colour order, brightness and current limit."""
    table.only("wled", "pixels", "reverse", "brightness", "budget_ma", "segments")
    host = table.text("wled", 'wled = "wled-table.local"').lower()
    if not _HOST.fullmatch(host):
        table.fail("wled", "config.bad_host", example='wled = "wled-table.local"')
    take(claims.places, (0, f"wled {host}"), table, "wled", host)
    pixels, segments = _parts(claims, table)
    return Strip(pixels, segments, leds=leds(table, MOST_BUDGET_MA, 1.0), wled=host)


def _parts(claims: Claims, table: Table) -> tuple[int, tuple[Segment, ...]]:
    """The strip's number of pixels, and the seats' parts of it."""
    table.need("pixels", "pixels = 60")
    table.need("segments", "segments = [[1, 0, 12], [2, 12, 12]]")
    pixels = table.whole("pixels", 1, MOST_PIXELS, MOST_PIXELS)
    return pixels, _segments(claims, table, pixels)


def _segments(claims: Claims, table: Table, pixels: int) -> tuple[Segment, ...]:
    """The strip's parts, as the file lists them. They may leave gaps, but not overlap."""
    value = table.values.get("segments", [])
    if not isinstance(value, list) or not all(_is_segment(each) for each in value):
        table.fail("segments", "config.bad_segments")
    segments = tuple(Segment(*each) for each in value)
    seen: list[Segment] = []
    for each in segments:
        if not 1 <= each.seat <= claims.seats:
            table.fail("segments", "config.no_such_seat", seat=each.seat, seats=claims.seats)
        if each.first < 0 or each.count < 1 or each.first + each.count > pixels:
            table.fail("segments", "config.segment_outside", seat=each.seat, last=pixels - 1)
        for other in seen:
            if other.seat == each.seat:
                table.fail("segments", "config.segment_twice", seat=each.seat)
            if other.first < each.first + each.count and each.first < other.first + other.count:
                table.fail("segments", "config.segments_overlap", seat=each.seat, other=other.seat)
        seen.append(each)
    return segments


def _is_segment(value: object) -> bool:
    """Whether it is a triple of whole numbers within the number of pixels."""
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(is_whole(each) and abs(each) <= MOST_PIXELS for each in value)
    )
