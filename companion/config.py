"""table.toml, read strictly into a frozen Config (interfaces.md section 4).

A bad line is refused with its number and a correct example. A missing device is no bad line.
"""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from companion.protocols.chips import BUS_CHIPS, CHIPS, DEFAULT_CHIP
from companion.protocols.presence import GONE_MS
from companion.signals import BUTTONS
from companion.toml_lines import Source, Table, is_whole, read_source

K = TypeVar("K")

SLOTS = ("left", "right", "brake")
LANGUAGES = ("en", "de", "fr")
ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
SEATS = 6
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
"""The colours of seats that name none: those that no other seat names, in this order."""

BUTTON_PINS = (2, 27)
"""BCM numbers, first and last. 0 and 1 belong to the add-on boards' EEPROM."""

STRIP_PINS = ("D10", "D12", "D13", "D18", "D21")
"""Where a Pi can drive pixels: SPI, PWM and PCM (hardware.md 2.1)."""

BUSES = ("uart", "i2c", "spi")
"""How a reader may be wired to the Pi: to a serial port, or to the pins of a bus."""

I2C_PINS = (2, 3)
UART_PINS = (14, 15)
SPI_PINS = (7, 8, 9, 10, 11)
UART_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")


@dataclass(frozen=True, slots=True)
class Leds:
    """How a strip is lit. `brightness` 0.01 to 1; `budget_ma` limits the whole strip's current."""

    order: str = "GRB"
    reverse: bool = False
    brightness: float = 0.4
    budget_ma: int = 160


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place, 1-based. `node` (a uid) or `port` say where its hardware is; or neither."""

    number: int
    colour: str
    node: str = ""
    port: str = ""
    leds: Leds = Leds()


@dataclass(frozen=True, slots=True)
class Reader:
    """A card reader of the Pi. `seat` 0: shared by all. `slot`: for this slot only.

    On a serial port (`port`), or on the pins of a bus: I2C, or SPI with the chip's select at BCM
    number `cs`. `reset` is the pin that RSTPD_N is wired to, `req` that of P32, None for no wire.
    A card is gone that was missed for `gone_ms`. `chip`: a name of CHIPS (protocols/chips.py); on a
    bus only the PN532.
    """

    port: str
    seat: int = 0
    slot: str | None = None
    bus: str = "uart"
    cs: int | None = None
    reset: int | None = None
    req: int | None = None
    gone_ms: int = GONE_MS
    chip: str = DEFAULT_CHIP


@dataclass(frozen=True, slots=True)
class PinButton:
    """A button on the Pi's own header; `pin` is the BCM number."""

    pin: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Segment:
    """A seat's part of the table's strip."""

    seat: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip for the whole table, on a pin of the Pi or on a node of its own."""

    pixels: int
    segments: tuple[Segment, ...]
    pin: str = ""
    node: str = ""
    leds: Leds = Leds(budget_ma=1200)


@dataclass(frozen=True, slots=True)
class Config:
    """A whole table. `file` is "" where there is none; `backup`: where a stick for copies is."""

    name: str
    language: str
    seats: tuple[Seat, ...]
    readers: tuple[Reader, ...] = ()
    buttons: tuple[PinButton, ...] = ()
    strip: Strip | None = None
    file: str = ""
    backup: str = ""

    def seat(self, number: int) -> Seat:
        """The seat of this number (1-based)."""
        return self.seats[number - 1]


def phones_only(seats: int = SEATS) -> Config:
    """A table without a file: every seat for phones, nodes are found by themselves."""
    places = tuple(Seat(number, COLOURS[number - 1]) for number in range(1, seats + 1))
    return Config("", "en", places)


def simulated(seats: int = 5) -> Config:
    """The table of the simulated room, when no file describes another."""
    return phones_only(seats)


def load(path: Path) -> Config:
    """The table that the file describes. Raises ConfigError."""
    return read(read_source(path))


def chosen(table: Path | None, simulate: bool) -> Config:
    """The file that a command names, or the one that lies here, or none. Raises ConfigError."""
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
    head = top.table("table") or Table(source, ("table",), {})
    head.only("name", "language", "backup")
    places = top.tables("seat")
    if len(places) > SEATS:
        source.fail(places[SEATS].line, "config.too_many_seats", most=SEATS)
    checks = _Checks(len(places) or SEATS)
    named = [place.values.get("colour") for place in places]
    free = [colour for colour in COLOURS if colour not in named]
    seats = tuple(_seat(checks, number, place, free) for number, place in enumerate(places, 1))
    strip = top.table("strip")
    return Config(
        name=head.text("name", 'name = "Kitchen table"'),
        language=head.choice("language", LANGUAGES, "en"),
        backup=head.text("backup", 'backup = "/media/usb"'),
        seats=seats or phones_only().seats,
        readers=tuple(_reader(checks, place) for place in top.tables("reader")),
        strip=_strip(checks, strip) if strip else None,
        buttons=tuple(_button(checks, place) for place in top.tables("button")),
        file=source.file,
    )


@dataclass(frozen=True, slots=True)
class _Checks:
    """Pins, ports and nodes taken so far, with their lines."""

    seats: int
    ports: dict[str, int] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)
    pins: dict[int, int] = field(default_factory=dict)
    places: dict[tuple[int, str], int] = field(default_factory=dict)
    buses: dict[str, int] = field(default_factory=dict)

    def port(self, table: Table) -> str:
        """A port's path, used once; two names of one device are one port."""
        port = table.text("port", 'port = "/dev/serial/by-path/…"')
        if not port:
            return ""
        if not port.startswith("/"):
            table.fail("port", "config.bad_port")
        _take(self.ports, os.path.realpath(port), table, "port", port)
        if port in UART_PORTS:
            for pin in UART_PINS:
                _take(self.pins, pin, table, "port", pin)
        return port

    def node(self, table: Table) -> str:
        """A node's uid in upper case, used once."""
        node = table.text("node", 'node = "E6605838834A1B2F"').upper()
        if not node:
            return ""
        if not re.fullmatch("[0-9A-F]{16}", node):
            table.fail("node", "config.bad_uid")
        _take(self.nodes, node, table, "node", node)
        return node

    def pin(self, table: Table, pins: tuple[int, ...], name: str = "pin") -> None:
        """Take these BCM pins for the table's key `name`."""
        for pin in pins:
            _take(self.pins, pin, table, name, pin)

    def free_pin(self, table: Table, name: str) -> int | None:
        """The BCM number of a pin of its own; None if the key is missing."""
        if name not in table.values:
            return None
        pin = table.whole(name, *BUTTON_PINS)
        self.pin(table, (pin,), name)
        return pin

    def bus(self, table: Table) -> str:
        """How a reader is wired. I2C has room for one (its address is fixed), SPI for several."""
        bus = table.choice("bus", BUSES, "uart")
        if bus == "i2c":
            _take(self.buses, bus, table, "bus", bus)
            self.pin(table, I2C_PINS, "bus")
        elif bus == "spi" and bus not in self.buses:
            self.buses[bus] = table.line_of("bus")
            self.pin(table, SPI_PINS, "bus")
        return bus

    def seat(self, table: Table, lowest: int) -> int:
        """The number of a seat that exists; 0, where allowed, is the whole table."""
        seat = table.whole("seat", lowest, SEATS)
        if seat > self.seats:
            table.fail("seat", "config.no_such_seat", seat=seat, seats=self.seats)
        return seat


def _take(taken: dict[K, int], what: K, table: Table, name: str, title: str | int) -> None:
    """Book what may be used once. Of two lines that use it, the later one is refused."""
    line = table.line_of(name)
    if what in taken:
        first, later = sorted((taken[what], line))
        table.source.fail(later, "config.twice", name=name, what=title, first=first)
    taken[what] = line


def _leds(table: Table, budget_ma: int) -> Leds:
    return Leds(
        order=table.choice("order", ORDERS, "GRB"),
        reverse=table.flag("reverse"),
        brightness=table.number("brightness", 0.01, 1, 0.4),
        budget_ma=table.whole("budget_ma", 10, 20000, budget_ma),
    )


def _seat(checks: _Checks, number: int, table: Table, free: list[str]) -> Seat:
    table.only("colour", "node", "port", "order", "reverse", "brightness", "budget_ma")
    if "node" in table.values and "port" in table.values:
        table.fail("port", "config.node_or_port")
    return Seat(
        number=number,
        colour=table.text("colour", 'colour = "red"') or free.pop(0),
        node=checks.node(table),
        port=checks.port(table),
        leds=_leds(table, 160),
    )


_WIRES = {"uart": ("port",), "i2c": ("req",), "spi": ("cs",)}
"""The keys of each bus beyond those that all have."""


def _reader(checks: _Checks, table: Table) -> Reader:
    bus = checks.bus(table)
    table.only("bus", *_WIRES[bus], "seat", "slot", "reset", "gone_ms", "chip")
    if bus == "uart":
        table.need("port", 'port = "/dev/serial0"')
    elif bus == "spi":
        table.need("cs", "cs = 5")
    port, seat, slot = checks.port(table), checks.seat(table, 0), table.choice("slot", SLOTS)
    if slot:
        _take(checks.places, (seat, f"slot {slot}"), table, "slot", f"{slot} ({seat})")
    cs, reset, req = (checks.free_pin(table, name) for name in ("cs", "reset", "req"))
    gone_ms = table.whole("gone_ms", 200, 5000, GONE_MS)
    chip = table.choice("chip", tuple(CHIPS) if bus == "uart" else BUS_CHIPS, DEFAULT_CHIP)
    return Reader(port, seat, slot or None, bus, cs, reset, req, gone_ms, chip)


def _button(checks: _Checks, table: Table) -> PinButton:
    table.only("pin", "seat", "name")
    table.need("pin", "pin = 5")
    table.need("seat", "seat = 1")
    table.need("name", 'name = "ok"')
    pin = table.whole("pin", *BUTTON_PINS)
    checks.pin(table, (pin,))
    button = PinButton(pin, checks.seat(table, 1), table.choice("name", (*BUTTONS, "undo")))
    title = f"{button.name} ({button.seat})"
    _take(checks.places, (button.seat, button.name), table, "name", title)
    return button


def _strip(checks: _Checks, table: Table) -> Strip:
    table.only("pin", "node", "pixels", "order", "reverse", "brightness", "budget_ma", "segments")
    if "node" in table.values and "pin" in table.values:
        table.fail("pin", "config.node_or_pin")
    if "node" not in table.values:
        table.need("pin", 'pin = "D18"')
    table.need("pixels", "pixels = 60")
    table.need("segments", "segments = [[1, 0, 12], [2, 12, 12]]")
    pin = table.choice("pin", STRIP_PINS)
    if pin:
        checks.pin(table, SPI_PINS if pin == "D10" else (int(pin[1:]),))
    pixels = table.whole("pixels", 1, 1000)
    segments = _segments(checks, table, pixels)
    return Strip(pixels, segments, pin, checks.node(table), _leds(table, 1200))


def _segments(checks: _Checks, table: Table, pixels: int) -> tuple[Segment, ...]:
    """The strip's parts, as the file lists them. They may leave gaps, but not overlap."""
    value = table.values["segments"]
    if not isinstance(value, list) or not all(_is_segment(each) for each in value):
        table.fail("segments", "config.bad_segments")
    segments = tuple(Segment(*each) for each in value)
    seen: list[Segment] = []
    for each in segments:
        if not 1 <= each.seat <= checks.seats:
            table.fail("segments", "config.no_such_seat", seat=each.seat, seats=checks.seats)
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
    return isinstance(value, list) and len(value) == 3 and all(map(is_whole, value))
