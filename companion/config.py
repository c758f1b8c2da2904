"""A table's configuration as values: its seats, and the devices of the Pi.

`companion/table_file/` reads it from table.toml.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from companion.games.game import Say
from companion.protocols.chips import DEFAULT_CHIP
from companion.protocols.presence import GONE_MS
from companion.signals import Device

SEATS = 6
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
"""Default colours, in this order, for seats that name none; colours named elsewhere are skipped."""

UART_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""Names of the serial port on the Pi's header."""


@dataclass(frozen=True, slots=True)
class Leds:
    """How a strip is lit. `brightness` 0.01 to 1; `budget_ma` limits the whole strip's current."""

    order: str = "GRB"
    reverse: bool = False
    brightness: float = 0.4
    budget_ma: int = 160


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place, 1-based. `node` (a uid) or `port` locates its hardware, if given."""

    number: int
    colour: str
    node: str = ""
    port: str = ""
    leds: Leds = Leds()


@dataclass(frozen=True, slots=True)
class Reader:
    """A card reader of the Pi. `seat` 0: shared by all seats. `slot`: its cards lie in this slot.

    On a serial port (`port`), or on a bus: I2C, or SPI with chip select at BCM number `cs`. `reset`
    is the pin wired to RSTPD_N, `req` the one wired to P32; None if not wired. A card that is
    missed for `gone_ms` is gone. `chip`: a name in CHIPS (protocols/chips.py); on a bus only the
    PN532.
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
    """A strip for several seats: on a pin of the Pi, on a node of its own, or at a WLED.

    `wled`: the WLED's host name or address.
    """

    pixels: int
    segments: tuple[Segment, ...]
    pin: str = ""
    node: str = ""
    leds: Leds = Leds(budget_ma=1200)
    wled: str = ""


@dataclass(frozen=True, slots=True)
class Hall:
    """An MQTT broker, and the table's place on it: `hall` and `table` are parts of its topics.

    `password_file`: contains the password. `ca`: a file with the authorities to trust, "" for the
    machine's. `names`: names may leave the table. `commands`: the hall may give commands.
    """

    host: str
    port: int
    tls: bool
    hall: str
    table: str
    user: str = ""
    password: str = field(default="", repr=False)
    password_file: str = ""
    ca: str = ""
    names: bool = False
    commands: bool = True
    home_assistant: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """An invalid line of table.toml. The device that it describes is left out.

    `part` is "table", "seat", "reader", "button", "strip" or "hall"; `seat` is 0 if unknown.
    `key` and `params` give the sentence, with the file, the line and what is allowed.
    """

    part: str
    seat: int
    key: str
    params: Mapping[str, Any] = field(hash=False)

    @property
    def said(self) -> Say:
        """The sentence for the terminal."""
        return Say("config.not_used", {"why": Say(self.key, self.params)})

    @property
    def device(self) -> Device:
        """The omitted device as pages show it: without the file's folder."""
        params = {**self.params, "file": PurePath(self.params["file"]).name}
        at, why = "{file}:{line}".format_map(params), Say(self.key, params)
        return Device(at, self.part, self.seat, "refused", "config.not_used", said={"why": why})


@dataclass(frozen=True, slots=True)
class Config:
    """A whole table. `file` is "" if there is none; `backup`: the folder of the backup stick.

    `strip`: the one on a pin or a node. `faults`: the invalid lines.
    """

    name: str
    language: str
    seats: tuple[Seat, ...]
    readers: tuple[Reader, ...] = ()
    buttons: tuple[PinButton, ...] = ()
    strip: Strip | None = None
    file: str = ""
    backup: str = ""
    faults: tuple[Fault, ...] = ()
    wleds: tuple[Strip, ...] = ()
    hall: Hall | None = None

    def seat(self, number: int) -> Seat:
        """The seat of this number (1-based)."""
        return self.seats[number - 1]


def phones_only(seats: int = SEATS) -> Config:
    """A table without a file: every seat is for phones, and nodes are found automatically."""
    places = tuple(Seat(number, COLOURS[number - 1]) for number in range(1, seats + 1))
    return Config("", "en", places)


def simulated(seats: int = 5) -> Config:
    """The default table of the simulated room."""
    return phones_only(seats)
