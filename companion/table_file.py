"""Read table.toml strictly into a Config (interfaces.md section 4).

A device with an invalid line is left out, and the line is kept as a Fault; the service starts
without the device. The whole file is refused only if it is not TOML, has an unknown table, or
leaves it unclear which seats exist or which seat a board belongs to. A missing device is not a
fault.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from companion.config import (
    COLOURS,
    SEATS,
    Config,
    Fault,
    Leds,
    PinButton,
    Reader,
    Seat,
    Segment,
    Strip,
    phones_only,
    simulated,
)
from companion.errors import ConfigError
from companion.protocols.chips import BUS_CHIPS, CHIPS, DEFAULT_CHIP
from companion.protocols.presence import GONE_MS
from companion.signals import BUTTONS
from companion.table_claims import BUTTON_PINS, SPI_PINS, Ambiguous, Claims, take
from companion.toml_lines import Source, Table, is_whole, read_source

T = TypeVar("T")

SLOTS = ("left", "right", "brake")
LANGUAGES = ("en", "de", "fr")
ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")

STRIP_PINS = ("D10", "D12", "D13", "D18", "D21")
"""Pins on which a Pi can drive pixels: SPI, PWM and PCM (hardware.md 2.1)."""

MOST_PIXELS = 1000

MOST_FAULTS = 32
"""Most invalid lines. A file with more is not a table file, and is refused as a whole."""

_Part = Seat | Reader | PinButton | Strip


def load(path: Path) -> Config:
    """The table that the file describes. Raises ConfigError."""
    return read(read_source(path))


def chosen(table: Path | None, simulate: bool) -> Config:
    """The given table file, a simulated table, ./table.toml, or phones only. Raises ConfigError."""
    if table:
        return load(table)
    if simulate:
        return simulated()
    here = Path("table.toml")
    return load(here) if here.exists() else phones_only()


def read(source: Source) -> Config:
    """The table that this text describes. Raises ConfigError."""
    top = source.parse()
    top.only("table", "seat", "reader", "button", "strip")
    places = top.tables("seat")
    named = [place.values.get("colour") for place in places[:SEATS]]
    free = [colour for colour in COLOURS if colour not in named]
    reading = _Reading(Claims(len(named) or SEATS), free)
    name, language, backup = _head(reading, top)
    made = [_made(reading, part) for part in sorted(_parts(reading, top), key=attrgetter("line"))]
    return Config(
        name=name,
        language=language,
        backup=backup,
        seats=tuple(one for one in made if isinstance(one, Seat)) or phones_only().seats,
        readers=tuple(one for one in made if isinstance(one, Reader)),
        strip=next((one for one in made if isinstance(one, Strip)), None),
        buttons=tuple(one for one in made if isinstance(one, PinButton)),
        file=source.file,
        faults=tuple(reading.faults),
    )


def _head(reading: "_Reading", top: Table) -> tuple[str, str, str]:
    """The table's name, language and backup stick; a wrong value counts as missing."""
    head = reading.kept("table", lambda: top.table("table"))
    if head is None:
        return "", "en", ""
    reading.kept("table", lambda: head.only("name", "language", "backup"))
    name = reading.kept("table", lambda: head.text("name", 'name = "Kitchen table"'))
    language = reading.kept("table", lambda: head.choice("language", LANGUAGES, "en"))
    backup = reading.kept("table", lambda: head.text("backup", 'backup = "/media/usb"'))
    return name or "", language or "en", backup or ""


def _parts(reading: "_Reading", top: Table) -> list[Table]:
    """The tables of all devices: at most six seats, and the valid parts of the others."""
    seats = top.tables("seat")
    if len(seats) > SEATS:
        line = seats[SEATS].line
        reading.kept("seat", lambda: top.source.fail(line, "config.too_many_seats", most=SEATS))
    strip = reading.kept("strip", lambda: top.table("strip"))
    return [
        *seats[:SEATS],
        *(reading.kept("reader", lambda: top.tables("reader")) or ()),
        *(reading.kept("button", lambda: top.tables("button")) or ()),
        *([strip] if strip else []),
    ]


def _made(reading: "_Reading", table: Table) -> _Part | None:
    """The device that a table describes. If invalid, a seat is one for phones; others are None."""
    match table.path:
        case ("seat", int(index)):
            number = index + 1
            seat = reading.kept("seat", lambda: _seat(reading, number, table), number)
            return seat or Seat(number, reading.colour(table))
        case ("reader" | "button" as part, _):
            make = _reader if part == "reader" else _button
            return reading.kept(part, lambda: make(reading.claims, table), reading.seat_of(table))
    return reading.kept("strip", lambda: _strip(reading.claims, table))


@dataclass(frozen=True, slots=True)
class _Reading:
    """The state of reading: claims, unused colours, and faults."""

    claims: Claims
    colours: list[str]
    faults: list[Fault] = field(default_factory=list)

    def kept(self, part: str, parse: Callable[[], T], seat: int = 0) -> T | None:
        """The result of `parse`, or None and a fault. Raises ConfigError for a fatal error."""
        try:
            return parse()
        except Ambiguous:
            raise
        except ConfigError as error:
            if len(self.faults) == MOST_FAULTS:
                raise
            self.faults.append(Fault(part, seat, error.key, error.params))
            return None

    def colour(self, table: Table) -> str:
        """The seat's colour; an unused one if it names none, or one that cannot be shown."""
        with suppress(ConfigError):
            if colour := table.text("colour", 'colour = "red"'):
                return colour
        return self.colours.pop(0)

    def seat_of(self, table: Table) -> int:
        """The seat at which an invalid device is shown, 0 for the whole table."""
        seat = table.values.get("seat")
        return seat if is_whole(seat) and 0 < seat <= self.claims.seats else 0


def _leds(table: Table, budget_ma: int) -> Leds:
    return Leds(
        order=table.choice("order", ORDERS, "GRB"),
        reverse=table.flag("reverse"),
        brightness=table.number("brightness", 0.01, 1, 0.4),
        budget_ma=table.whole("budget_ma", 10, 20000, budget_ma),
    )


def _seat(reading: _Reading, number: int, table: Table) -> Seat:
    if "node" in table.values and "port" in table.values:
        table.fail("port", "config.node_or_port")
    node, port = reading.claims.node(table), reading.claims.port(table)
    table.only("colour", "node", "port", "order", "reverse", "brightness", "budget_ma")
    leds = _leds(table, 160)
    table.text("colour", 'colour = "red"')
    return Seat(number, reading.colour(table), node, port, leds)


_WIRES = {"uart": ("port",), "i2c": ("req",), "spi": ("cs",)}
"""The keys of each bus beyond the common ones."""


def _reader(claims: Claims, table: Table) -> Reader:
    bus = claims.bus(table)
    table.only("bus", *_WIRES[bus], "seat", "slot", "reset", "gone_ms", "chip")
    if bus == "uart":
        table.need("port", 'port = "/dev/serial0"')
    elif bus == "spi":
        table.need("cs", "cs = 5")
    port, seat, slot = claims.port(table), claims.seat(table, 0), table.choice("slot", SLOTS)
    if slot:
        take(claims.places, (seat, f"slot {slot}"), table, "slot", f"{slot} ({seat})")
    cs, reset, req = (claims.free_pin(table, name) for name in ("cs", "reset", "req"))
    gone_ms = table.whole("gone_ms", 200, 5000, GONE_MS)
    chip = table.choice("chip", tuple(CHIPS) if bus == "uart" else BUS_CHIPS, DEFAULT_CHIP)
    return Reader(port, seat, slot or None, bus, cs, reset, req, gone_ms, chip)


def _button(claims: Claims, table: Table) -> PinButton:
    table.only("pin", "seat", "name")
    table.need("pin", "pin = 5")
    table.need("seat", "seat = 1")
    table.need("name", 'name = "ok"')
    pin = table.whole("pin", *BUTTON_PINS)
    claims.pin(table, (pin,))
    button = PinButton(pin, claims.seat(table, 1), table.choice("name", (*BUTTONS, "undo")))
    title = f"{button.name} ({button.seat})"
    take(claims.places, (button.seat, button.name), table, "name", title)
    return button


def _strip(claims: Claims, table: Table) -> Strip:
    table.only("pin", "node", "pixels", "order", "reverse", "brightness", "budget_ma", "segments")
    if "node" in table.values and "pin" in table.values:
        table.fail("pin", "config.node_or_pin")
    if "node" not in table.values:
        table.need("pin", 'pin = "D18"')
    table.need("pixels", "pixels = 60")
    table.need("segments", "segments = [[1, 0, 12], [2, 12, 12]]")
    pin = table.choice("pin", STRIP_PINS)
    if pin:
        claims.pin(table, SPI_PINS if pin == "D10" else (int(pin[1:]),))
    pixels = table.whole("pixels", 1, MOST_PIXELS)
    segments = _segments(claims, table, pixels)
    return Strip(pixels, segments, pin, claims.node(table), _leds(table, 1200))


def _segments(claims: Claims, table: Table, pixels: int) -> tuple[Segment, ...]:
    """The strip's parts, as the file lists them. They may leave gaps, but not overlap."""
    value = table.values["segments"]
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
