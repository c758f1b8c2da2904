"""Faults of readers: our driver counts hits at an emulated PN532 on a pty.

As in stories.py, a story is named after its fault's id, and cures it after the yield. On a busy
machine single polls come too late, so a cure may take more than one examination.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sick_pi import SickPi

from companion.doctor.checks.reader_hits import reader
from companion.drivers.simulated.pn532_ports import SimulatedReader
from tests.patience import until

Story = Iterator[None]
CARD, OTHER = "04A30B5AEB6C80", "04A30B5AEB6C81"
POLLS = 20


@contextmanager
def _reader(pi: SickPi) -> Iterator[SimulatedReader]:
    """A reader with a card on it; each examination counts its hits."""
    with SimulatedReader(str(pi.folder / "reader")) as emulated:
        emulated.lay(CARD)
        pi.examine = lambda: [reader(emulated.path, POLLS, 3)]
        yield emulated


def reader_weak(pi: SickPi) -> Story:
    with _reader(pi) as emulated:
        emulated.do(lambda chip: setattr(chip.faults, "misses", "0011"))
        yield
        emulated.do(lambda chip: setattr(chip.faults, "misses", "0"))
        until(lambda: pi.ids() == {"fine_reader"})
    pi.examine = tuple


def reader_no_card(pi: SickPi) -> Story:
    with _reader(pi) as emulated:
        emulated.lift()
        yield
        emulated.lay(CARD)
        until(lambda: pi.ids() == {"fine_reader"})
    pi.examine = tuple


def reader_two(pi: SickPi) -> Story:
    """Two stacked cards answer alternately (hardware.md 1.8)."""
    with _reader(pi) as emulated:
        emulated.lay(OTHER)
        yield
        emulated.lift()
        emulated.lay(CARD)
        until(lambda: pi.ids() == {"fine_reader"})
    pi.examine = tuple


def reader_mute(pi: SickPi) -> Story:
    """Field report 15: a loose wire."""
    with _reader(pi) as emulated:
        emulated.do(lambda chip: setattr(chip.faults, "mute", True))
        yield
        emulated.do(lambda chip: setattr(chip.faults, "mute", False))
        until(lambda: pi.ids() == {"fine_reader"})
    pi.examine = tuple


def reader_closed(pi: SickPi) -> Story:
    path = str(pi.folder / "reader")
    pi.examine = lambda: [reader(path, POLLS, 3)]
    yield
    with _reader(pi):
        until(lambda: pi.ids() == {"fine_reader"})
    pi.examine = tuple
