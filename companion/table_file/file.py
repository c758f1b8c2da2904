"""Read table.toml strictly into a Config (interfaces.md section 4).

A device with an invalid line is left out, and the line is kept as a Fault; the service starts
without the device. The whole file is refused only if it is not TOML, has an unknown table, or
leaves it unclear which seats exist or which seat a board belongs to. A missing device is not a
fault.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import NoReturn, TypeVar

from companion.config import (
    COLOURS,
    SEATS,
    Config,
    Fault,
    PinButton,
    Reader,
    Seat,
    Strip,
    phones_only,
    simulated,
)
from companion.errors import ConfigError
from companion.protocols.chips import BUS_CHIPS, CHIPS, DEFAULT_CHIP
from companion.protocols.presence import GONE_MS
from companion.signals import BUTTONS
from companion.table_file.claims import BUTTON_PINS, Ambiguous, Claims, take
from companion.table_file.hall import read_hall
from companion.table_file.strips import leds, strip, strips
from companion.toml_lines import Source, Table, is_whole, read_source

T = TypeVar("T")

_TABLES = ("table", "seat", "reader", "button", "strip", "hall")

SLOTS = ("left", "right", "brake")
LANGUAGES = ("en", "de", "fr")

MOST_FAULTS = 32
"""Most invalid lines. A file with more is not a table file, and is refused as a whole."""

HERE = Path("table.toml")
INSTALLED = Path("/etc/sled-companion/table.toml")
"""The owner's file beside the Debian package."""

_Part = Seat | Reader | PinButton | Strip


def load(path: Path) -> Config:
    """The table that the file describes. Raises ConfigError."""
    return read(read_source(path))


def chosen(table: Path | None, simulate: bool) -> Config:
    """The given table file, a simulated table, the owner's file, or phones only.

    Raises ConfigError.
    """
    if table:
        return load(table)
    if simulate:
        return simulated()
    own = owners_file()
    return load(own) if own else phones_only()


def owners_file() -> Path | None:
    """The file that a command uses by default: ./table.toml, or the installed one, if any."""
    return next((file for file in (HERE, INSTALLED) if file.exists()), None)


def read(source: Source) -> Config:
    """The table that this text describes. Raises ConfigError."""
    top = source.parse()
    fatal: list[ConfigError] = []
    _each_error(top, lambda top: top.only(*_TABLES), fatal.append)
    places = _each_error(top, lambda top: top.tables("seat"), fatal.append) or ()
    named = [place.values.get("colour") for place in places[:SEATS]]
    free = [colour for colour in COLOURS if colour not in named]
    reading = _Reading(Claims(len(named) or SEATS), free, fatal)
    name, language, backup = _head(reading, top)
    hall = reading.kept("hall", top, lambda top: top.table("hall"))
    link = reading.kept("hall", hall, read_hall) if hall else None
    parts = sorted(_parts(reading, top, places), key=attrgetter("line"))
    made = [_made(reading, part) for part in parts]
    reading.refuse_fatal()
    return Config(
        name=name,
        language=language,
        backup=backup,
        seats=tuple(one for one in made if isinstance(one, Seat)) or phones_only().seats,
        readers=tuple(one for one in made if isinstance(one, Reader)),
        strip=next((one for one in made if isinstance(one, Strip) and not one.wled), None),
        wleds=tuple(one for one in made if isinstance(one, Strip) and one.wled),
        buttons=tuple(one for one in made if isinstance(one, PinButton)),
        hall=link,
        file=source.file,
        faults=tuple(reading.faults),
    )


def _head(reading: "_Reading", top: Table) -> tuple[str, str, str]:
    """The table's name, language and backup stick; a wrong value counts as missing."""
    head = reading.kept("table", top, lambda top: top.table("table"))
    if head is None:
        return "", "en", ""
    reading.kept("table", head, lambda head: head.only("name", "language", "backup"))
    name = reading.kept("table", head, lambda head: head.text("name", 'name = "Kitchen table"'))
    language = reading.kept("table", head, lambda head: head.choice("language", LANGUAGES, "en"))
    backup = reading.kept("table", head, lambda head: head.text("backup", 'backup = "/media/usb"'))
    return name or "", language or "en", backup or ""


def _parts(reading: "_Reading", top: Table, seats: tuple[Table, ...]) -> list[Table]:
    """The tables of all devices: at most six seats, and the valid parts of the others."""
    if len(seats) > SEATS:
        reading.kept("seat", seats[SEATS], _no_more_seats)
    return [
        *seats[:SEATS],
        *(reading.kept("reader", top, lambda top: top.tables("reader")) or ()),
        *(reading.kept("button", top, lambda top: top.tables("button")) or ()),
        *(reading.kept("strip", top, strips) or ()),
    ]


def _no_more_seats(seat: Table) -> NoReturn:
    seat.source.fail(seat.line, "config.too_many_seats", most=SEATS)


def _made(reading: "_Reading", table: Table) -> _Part | None:
    """The device that a table describes. If invalid, a seat is one for phones; others are None."""
    claims = reading.claims
    match table.path:
        case ("seat", int(index)):
            number, colour = index + 1, reading.colour(table, index + 1)
            seat = reading.kept(
                "seat", table, lambda table: _seat(claims, number, colour, table), number
            )
            return seat or Seat(number, colour)
        case ("reader" | "button" as part, _):
            make = _reader if part == "reader" else _button
            seat_of = reading.seat_of(table)
            return reading.kept(part, table, lambda table: make(claims, table), seat_of)
    return reading.kept("strip", table, lambda table: strip(claims, table))


def _each_error(
    table: Table, parse: Callable[[Table], T], report: Callable[[ConfigError], None]
) -> T | None:
    """The result of `parse`; None after errors, each of which is reported.

    After an error the table is parsed again without the key that it names, for the next one.
    """
    well = True
    while True:
        try:
            found = parse(table)
            return found if well else None
        except ConfigError as error:
            report(error)
            name, well = error.params.get("name"), False
            if not isinstance(name, str) or name in table.ignored:
                return None
            table = table.without(name)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The state of reading: claims, unused colours, errors that end the start, and faults."""

    claims: Claims
    colours: list[str]
    fatal: list[ConfigError]
    faults: list[Fault] = field(default_factory=list)

    def kept(self, part: str, table: Table, parse: Callable[[Table], T], seat: int = 0) -> T | None:
        """The result of `parse`, or None and its faults."""

        def report(error: ConfigError) -> None:
            if isinstance(error, Ambiguous):
                self.fatal.append(error)
                return
            if len(self.faults) == MOST_FAULTS:
                raise error
            self.faults.append(Fault(part, seat, error.key, error.params))

        return _each_error(table, parse, report)

    def refuse_fatal(self) -> None:
        """Raise the first error that ends the start, with all others of the file."""
        if not self.fatal:
            return
        first, *more = sorted(self.fatal, key=_line)
        more += [ConfigError(fault.key, **fault.params) for fault in self.faults]
        first.also = tuple(sorted(more, key=_line))
        raise first

    def colour(self, table: Table, seat: int) -> str:
        """The seat's colour; an unused one if it names none or another seat's, or one that cannot
        be shown."""
        with suppress(ConfigError):
            if colour := table.text("colour", 'colour = "red"'):
                named = self.kept("seat", table, lambda table: self._own(colour, table), seat)
                return named or self.colours.pop(0)
        return self.colours.pop(0)

    def _own(self, colour: str, table: Table) -> str:
        take(self.claims.colours, colour.casefold(), table, "colour", colour)
        return colour

    def seat_of(self, table: Table) -> int:
        """The seat at which an invalid device is shown, 0 for the whole table."""
        seat = table.values.get("seat")
        return seat if is_whole(seat) and 0 < seat <= self.claims.seats else 0


def _line(error: ConfigError) -> int:
    return int(error.params["line"])


def _seat(claims: Claims, number: int, colour: str, table: Table) -> Seat:
    if "node" in table.values and "port" in table.values:
        table.fail("port", "config.node_or_port")
    node, port = claims.node(table), claims.port(table)
    table.only("colour", "node", "port", "order", "reverse", "brightness", "budget_ma")
    own = leds(table, 160)
    table.text("colour", 'colour = "red"')
    return Seat(number, colour, node, port, own)


_WIRES = {"uart": ("port",), "i2c": ("req",), "spi": ("cs",)}
"""The keys of each bus beyond the common ones."""


def _need_wires(bus: str, table: Table) -> None:
    if bus == "uart":
        table.need("port", 'port = "/dev/serial0"')
    elif bus == "spi":
        table.need("cs", "cs = 5")


def _reader(claims: Claims, table: Table) -> Reader:
    bus = claims.bus(table)
    wires = _WIRES[bus] if "bus" not in table.ignored else chain(*_WIRES.values())
    table.only("bus", *wires, "seat", "slot", "reset", "gone_ms", "chip")
    if "bus" not in table.ignored:
        _need_wires(bus, table)
    port, seat, slot = claims.port(table), claims.seat(table, 0), table.choice("slot", SLOTS)
    if slot and "seat" not in table.ignored:
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
    if "seat" not in table.ignored:
        take(claims.places, (button.seat, button.name), table, "name", title)
    return button
