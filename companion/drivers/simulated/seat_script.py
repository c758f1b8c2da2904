"""Emulate a seat on a serial port (pty): the board's program, its reader, buttons and strip.

    companion emulate seat ./seat

The port exists at this path while the command runs; it prints the line for a `[[seat]]` of
table.toml. It executes the lines on standard input one after the other (`help` lists them), so that
a fault can be repeated from a file.
"""

import argparse
import os
import random
import re
import sys
import time
from typing import Self, TextIO
from zlib import crc32

from companion.drivers.simulated.bench import REACH_S, Bench
from companion.drivers.simulated.hands import PRESS_S, TOUCH_S, Hands
from companion.drivers.simulated.node import Cable, SimulatedNode
from companion.drivers.simulated.node_reader import FAULTS
from companion.drivers.simulated.scripts import Script, Verb, number, one_of, play
from companion.signals import BUTTONS

PIXELS = 8
SEATS = 6
_UID = re.compile("(?:[0-9A-F]{2}){4}|(?:[0-9A-F]{2}){7}|(?:[0-9A-F]{2}){10}")


class SimulatedSeat(Hands):
    """A seat at `path`, with the straps of this number."""

    def __init__(self, path: str, seat: int = 1, chance: random.Random | None = None):
        drawn = chance or random.SystemRandom()
        own = crc32(os.fsencode(os.path.abspath(path)))
        uid = f"5EA7{seat:04X}{own:08X}"
        self.seat = seat
        self.node = SimulatedNode(seat, uid, PIXELS, Cable(path, drawn), _ticks_ms, drawn)
        nodes = {seat: self.node}
        self.bench = Bench(nodes, lambda uid: {"uid": uid})
        super().__init__(self.bench, nodes)

    def __enter__(self) -> Self:
        self.plug(self.seat)
        self.bench.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bench.close()

    def look(self) -> str:
        """The visible state: the strip's pixels in hex, the link, buttons down, the card."""
        (seen,) = self.bench.look()[1]
        return (
            f"{' '.join(seen['pixels'])}  "
            f"{'linked' if seen['linked'] else 'no link'}  "
            f"down: {' '.join(seen['down']) or '-'}  card: {self.node.card or '-'}"
        )


def _ticks_ms() -> int:
    return int(time.monotonic() * 1000)


class SeatScript(Script):
    """The script of an emulated seat."""

    def __init__(self, seat: SimulatedSeat, out: TextIO):
        super().__init__({**_hands(seat), **_cables(seat)}, out)
        show = Verb("show: pixels, link, buttons and card", lambda words: self.tell(seat.look()))
        self._verbs["show"] = show


def _hands(seat: SimulatedSeat) -> dict[str, Verb]:
    """Verbs for cards and buttons. A line ends when the hand is free again."""

    def lay(words: list[str]) -> None:
        uid = words[0].upper()
        if not _UID.fullmatch(uid):
            raise ValueError(f"{words[0]} is not 4, 7 or 10 bytes in hex")
        seat.lay(seat.seat, uid)
        time.sleep(REACH_S)

    def lift(words: list[str]) -> None:
        seat.lift(seat.seat)
        time.sleep(REACH_S)

    def press(words: list[str]) -> None:
        hold_s = number(words[1], 0, 600) if len(words) > 1 else PRESS_S
        seat.press(seat.seat, one_of(words[0], BUTTONS), hold_s)
        time.sleep(hold_s + REACH_S)

    def down(words: list[str]) -> None:
        seat.down(seat.seat, one_of(words[0], BUTTONS))
        time.sleep(TOUCH_S)

    def up(words: list[str]) -> None:
        seat.up(seat.seat, one_of(words[0], BUTTONS))
        time.sleep(TOUCH_S)

    buttons = ", ".join(BUTTONS)
    return {
        "lay": Verb("lay UID: lay a sticker (hex) on the reader", lay, 1),
        "lift": Verb("lift: take it off", lift),
        "press": Verb(f"press BUTTON [SECONDS]: {buttons}", press, 1, 2),
        "down": Verb("down BUTTON: a finger stays on it", down, 1),
        "up": Verb("up BUTTON", up, 1),
    }


def _cables(seat: SimulatedSeat) -> dict[str, Verb]:
    """Verbs for faults."""
    at = seat.seat

    def fault(words: list[str]) -> None:
        seat.fault(at, one_of(words[0], FAULTS), one_of(words[1], ("on", "off")) == "on")

    def noise(words: list[str]) -> None:
        seat.damage(at, number(words[0], 0, 1))

    return {
        "plug": Verb("plug: the cable comes, the board starts", lambda words: seat.plug(at)),
        "unplug": Verb("unplug: the cable and its power go", lambda words: seat.unplug(at)),
        "cut": Verb("cut: bytes vanish both ways, power stays", lambda words: seat.cut(at)),
        "mend": Verb("mend: the cable is well again", lambda words: seat.mend(at)),
        "noise": Verb("noise RATE: how likely a byte is damaged, 0 to 1", noise, 1),
        "stall": Verb("stall: the program hangs", lambda words: seat.stall(at, True)),
        "go": Verb("go: it goes on", lambda words: seat.stall(at, False)),
        "reboot": Verb("reboot: the program starts again", lambda words: seat.reboot(at)),
        "fault": Verb(f"fault NAME on|off: at the reader: {', '.join(FAULTS)}", fault, 2),
    }


def emulate(args: argparse.Namespace) -> int:
    """The command `companion emulate seat PATH`."""
    seat = SimulatedSeat(args.path, args.seat)
    script = SeatScript(seat, sys.stderr)
    return play(seat, args.path, script, sys.stdin, args.stay, sys.stderr)
