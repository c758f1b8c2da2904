"""Claims of pins, ports, nodes and slots by lines of table.toml: each may be used only once."""

import os
import re
from dataclasses import dataclass, field
from typing import TypeVar

from companion.config import SEATS, UART_PORTS
from companion.errors import ConfigError
from companion.toml_lines import Place, Table

K = TypeVar("K")

BUTTON_PINS = (2, 27)
"""BCM numbers, first and last. 0 and 1 belong to the add-on boards' EEPROM."""

BUSES = ("uart", "i2c", "spi")
"""A reader's connections: a serial port, or the pins of a bus."""

I2C_PINS = (2, 3)
UART_PINS = (14, 15)
SPI_PINS = (7, 8, 9, 10, 11)

_Claim = tuple[int, Place]
"""The line, and the table, that claims a pin, port or node."""


class Ambiguous(ConfigError):
    """Two seats claim one board or port, so that only the builder can decide."""


def take(taken: dict[K, _Claim], what: K, table: Table, name: str, title: str | int) -> None:
    """Claim something that may be used only once. Devices are read in order; the later one loses.

    Raises Ambiguous if both are seats and not of one colour, else ConfigError.
    """
    if table.ignored and not table.values.get(name):
        return
    line = table.line_of(name)
    if taken.setdefault(what, (line, table.path)) != (line, table.path):
        first, path = taken[what]
        boards = name != "colour" and path[0] == table.path[0] == "seat"
        error = Ambiguous if boards else ConfigError
        file = table.source.file
        raise error("config.twice", file=file, line=line, name=name, what=title, first=first)


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims so far. `seats`: the number of seats."""

    seats: int
    ports: dict[str, _Claim] = field(default_factory=dict)
    nodes: dict[str, _Claim] = field(default_factory=dict)
    pins: dict[int, _Claim] = field(default_factory=dict)
    places: dict[tuple[int, str], _Claim] = field(default_factory=dict)
    buses: dict[str, _Claim] = field(default_factory=dict)
    colours: dict[str, _Claim] = field(default_factory=dict)

    def port(self, table: Table) -> str:
        """A port's path, used once; two names of one device are one port."""
        port = table.text("port", 'port = "/dev/serial/by-path/…"')
        if not port:
            return ""
        if not port.startswith("/"):
            table.fail("port", "config.bad_port")
        take(self.ports, os.path.realpath(port), table, "port", port)
        if port in UART_PORTS:
            for pin in UART_PINS:
                take(self.pins, pin, table, "port", pin)
        return port

    def node(self, table: Table) -> str:
        """A node's uid in upper case, used once."""
        node = table.text("node", 'node = "E6605838834A1B2F"').upper()
        if not node:
            return ""
        if not re.fullmatch("[0-9A-F]{16}", node):
            table.fail("node", "config.bad_uid")
        take(self.nodes, node, table, "node", node)
        return node

    def pin(self, table: Table, pins: tuple[int, ...], name: str = "pin") -> None:
        """Take these BCM pins for the table's key `name`."""
        for pin in pins:
            take(self.pins, pin, table, name, pin)

    def free_pin(self, table: Table, name: str) -> int | None:
        """The BCM number of a pin used for nothing else; None if the key is missing."""
        if name not in table.values:
            return None
        pin = table.whole(name, *BUTTON_PINS)
        self.pin(table, (pin,), name)
        return pin

    def bus(self, table: Table) -> str:
        """A reader's connection. I2C allows one reader (its address is fixed), SPI several."""
        bus = table.choice("bus", BUSES, "uart")
        if bus == "i2c":
            take(self.buses, bus, table, "bus", bus)
            self.pin(table, I2C_PINS, "bus")
        elif bus == "spi" and bus not in self.buses:
            self.buses[bus] = table.line_of("bus"), table.path
            self.pin(table, SPI_PINS, "bus")
        return bus

    def seat(self, table: Table, lowest: int) -> int:
        """The number of a seat that exists; 0, where allowed, is the whole table."""
        seat = table.whole("seat", lowest, SEATS)
        if seat > self.seats:
            table.fail("seat", "config.no_such_seat", seat=seat, seats=self.seats)
        return seat
