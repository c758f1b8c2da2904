"""A check's input (Case) and output (Finding).

A finding's messages are `doctor.<id>` and `doctor.<id>.fix`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.config import Config
from companion.doctor.machine import Machine

OK, WARNING, BROKEN = "ok", "warning", "broken"

SEVERITY: Mapping[str, str] = {
    "python_old": BROKEN,
    "language_missing": WARNING,
    "clock_unset": WARNING,
    "power_low": BROKEN,
    "power_was_low": WARNING,
    "too_hot": WARNING,
    "package_missing": BROKEN,
    "no_pi": BROKEN,
    "pin_factory": BROKEN,
    "gpio_missing": BROKEN,
    "gpio_forbidden": BROKEN,
    "bus_off": BROKEN,
    "not_in_group": WARNING,
    "port_missing": WARNING,
    "port_forbidden": BROKEN,
    "uart_off": BROKEN,
    "mini_uart": WARNING,
    "serial_console": BROKEN,
    "serial_getty": BROKEN,
    "modem_manager": WARNING,
    "brltty": WARNING,
    "same_name": WARNING,
    "same_name_used": BROKEN,
    "no_data_port": BROKEN,
    "console_named": BROKEN,
    "strip_root": BROKEN,
    "strip_spi_off": BROKEN,
    "strip_core_freq": WARNING,
    "strip_buffer": WARNING,
    "strip_audio": WARNING,
    "strip_pio": BROKEN,
    "strip_pio_forbidden": BROKEN,
    "strip_missing": BROKEN,
    "wled_unknown": WARNING,
    "strip_colours": BROKEN,
    "strip_order": BROKEN,
    "strip_direction": BROKEN,
    "strip_pixels": BROKEN,
    "strip_too_long": BROKEN,
    "reader_closed": BROKEN,
    "reader_mute": BROKEN,
    "reader_no_card": BROKEN,
    "reader_two": BROKEN,
    "reader_weak": WARNING,
    "data_volatile": BROKEN,
    "data_read_only": BROKEN,
    "data_forbidden": BROKEN,
    "data_kind": BROKEN,
    "data_no_directory": BROKEN,
    "data_owner": WARNING,
    "disk_full": BROKEN,
    "disk_nearly_full": WARNING,
    "port_in_use": BROKEN,
    "port_80_in_use": WARNING,
    "two_copies": BROKEN,
    "service_fails": BROKEN,
    "service_table": WARNING,
    "part_ended": BROKEN,
    "table_wrong": BROKEN,
    "table_line": BROKEN,
    "table_unreadable": BROKEN,
    "node_reflash": BROKEN,
    "node_outdated": BROKEN,
    "node_silent": BROKEN,
    "node_unseated": WARNING,
    "node_busy": BROKEN,
    "node_twin": BROKEN,
    "node_no_reader": WARNING,
    "button_stuck": WARNING,
    "hall_away": WARNING,
    "device_trouble": WARNING,
    "device_lost": WARNING,
    "device_refused": BROKEN,
}
"""The severity of every fault, by id. Other ids mean that a subject is fine."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, or the statement that a subject is fine (an id that is not in SEVERITY)."""

    id: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def severity(self) -> str:
        """ok, warning or broken."""
        return SEVERITY.get(self.id, OK)


@dataclass(frozen=True, slots=True)
class Case:
    """The input of a check: the machine, the table file as read, the data directory."""

    machine: Machine
    config: Config
    data: Path
    port: int = 8000

    @property
    def on_pi(self) -> bool:
        """Whether the table uses the Pi's own pins."""
        return bool(self.config.buttons or self.strip_pin or self.buses)

    @property
    def buses(self) -> tuple[str, ...]:
        """The buses that readers are connected to, without serial ports."""
        return tuple(sorted({each.bus for each in self.config.readers} - {"uart"}))

    @property
    def strip_pin(self) -> str:
        """The pin of the Pi's own strip, "" without one."""
        return self.config.strip.pin if self.config.strip else ""

    @property
    def pixels(self) -> str:
        """The pixel driver of this Pi: board.WS281X or board.PIO, "" if unknown."""
        pi = self.machine.pi
        return pi.pixels if pi else ""

    @property
    def ports(self) -> tuple[str, ...]:
        """Every port that table.toml names."""
        seats = [seat.port for seat in self.config.seats if seat.port]
        return (*seats, *(reader.port for reader in self.config.readers if reader.port))


def found(id: str, /, **params: Any) -> Finding:
    """Make a finding: its id, then its parameters."""
    return Finding(id, params)
