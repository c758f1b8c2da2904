"""Emulate a PN532 reader on a serial port (pty), for tests and for builders at a desk.

    companion emulate reader ./reader

The port exists at this path while the command runs; it prints the line for a `[[reader]]` of
table.toml. It executes the lines on standard input one after the other (`help` lists them), so that
a fault can be repeated from a file.
"""

import argparse
import os
import random
import select
import sys
import threading
import time
from collections.abc import Callable
from typing import Self, TextIO

from companion.drivers.simulated.node import Cable
from companion.drivers.simulated.pn532_chip import NAMES, SimulatedChip
from companion.drivers.simulated.scripts import Script, Verb, number, one_of, play, whole
from companion.drivers.simulated.tags import Ntag, Phone, Tag
from companion.drivers.wakeup import Wakeup

READ = 4096


class SimulatedReader:
    """A chip on a pty at `path`, run by a thread. Thread-safe."""

    def __init__(self, path: str, chance: random.Random | None = None):
        self.path = path
        self.chip = SimulatedChip()
        self.cable = Cable(path, chance or random.Random(os.fsencode(path)))
        self._lock = threading.Lock()
        self._wakeup = Wakeup()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="pn532", daemon=True)

    def __enter__(self) -> Self:
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over = True
        self._wakeup.wake()
        self._thread.join()
        self.unplug()
        self._wakeup.close()

    def do(self, do: Callable[[SimulatedChip], object]) -> None:
        """Change something at the chip, under its lock."""
        with self._lock:
            do(self.chip)
        self._wakeup.wake()

    def lay(self, tag: Tag | str) -> Tag:
        """Lay a tag on the antenna: an NTAG by its uid in hex, or any Tag. Returns the tag."""
        laid = Ntag(bytes.fromhex(tag)) if isinstance(tag, str) else tag
        self.do(lambda chip: chip.lay(laid, time.monotonic()))
        return laid

    def lift(self) -> None:
        """Remove all tags."""
        self.do(lambda chip: chip.clear())

    def fault(self, name: str, times: int = 1) -> None:
        """Let a fault occur `times` times; -1 means always, 0 ends it."""
        self.do(lambda chip: chip.faults.count.update({name: times - chip.faults.count[name]}))

    def plug(self) -> None:
        """Make a new port at the path, and power the chip on."""
        with self._lock:
            if not self.cable.plugged:
                self.chip.power_on()
                self.cable.plug()
        self._wakeup.wake()

    def unplug(self) -> None:
        """Remove the port."""
        with self._lock:
            if self.cable.plugged:
                self.cable.unplug()
        self._wakeup.wake()

    def reset_line(self, high: bool) -> None:
        """Set the chip's RSTPD_N."""
        self.do(lambda chip: chip.reset_line(high))

    def _run(self) -> None:
        while not self._over:
            self._await()
            with self._lock:
                if self.cable.plugged:
                    self._serve(time.monotonic())

    def _await(self) -> None:
        """Wait for a byte, for a change at the chip, or until the chip is due."""
        poll = select.poll()
        poll.register(self._wakeup, select.POLLIN)
        with self._lock:
            if self.cable.plugged:
                poll.register(self.cable, select.POLLIN)
            due = self.chip.due()
        wait_ms = None if due is None else 1000 * max(0.0, due - time.monotonic())
        if any(fd == self._wakeup.fileno() for fd, _ in poll.poll(wait_ms)):
            self._wakeup.clear()

    def _serve(self, now: float) -> None:
        if data := self.cable.read(READ):
            self.chip.receive_data(data, now)
        while data := self.chip.data_to_send(time.monotonic()):
            self.cable.write(data)


class ReaderScript(Script):
    """The script of an emulated reader."""

    def __init__(self, reader: SimulatedReader, out: TextIO):
        super().__init__({**_hands(reader), **_silence(reader), **_line(reader)}, out)


def _hands(reader: SimulatedReader) -> dict[str, Verb]:
    """Verbs for cards and cables."""

    def lay(words: list[str]) -> None:
        reader.lay(Phone() if words[0] == "phone" else words[0])

    def reset(words: list[str]) -> None:
        reader.reset_line(False)
        reader.reset_line(True)

    def restart(words: list[str]) -> None:
        reader.do(lambda chip: chip.power_on())

    return {
        "lay": Verb("lay UID | phone: lay a sticker (hex) or a phone on the reader", lay, 1),
        "lift": Verb("lift: take everything away", lambda words: reader.lift()),
        "plug": Verb("plug: the port comes, the chip begins anew", lambda words: reader.plug()),
        "unplug": Verb("unplug: the port goes", lambda words: reader.unplug()),
        "reset": Verb("reset: the reset line low and high again", reset),
        "restart": Verb("restart: without power for a moment", restart),
    }


def _put(reader: SimulatedReader, name: str, value: object) -> None:
    """Set a field of pn532_chip.Faults."""
    reader.do(lambda chip: setattr(chip.faults, name, value))


def _silence(reader: SimulatedReader) -> dict[str, Verb]:
    """Verbs for faults of the chip."""

    def fault(words: list[str]) -> None:
        times = whole(words[1], -1, 1_000_000) if len(words) > 1 else 1
        reader.fault(one_of(words[0], NAMES), times)

    def mute(words: list[str]) -> None:
        if words:
            _put(reader, "mute_after", whole(words[0], 0, 1_000_000))
        else:
            _put(reader, "mute", True)

    def speak(words: list[str]) -> None:
        _put(reader, "mute", False)
        _put(reader, "dead", False)

    def dead(words: list[str]) -> None:
        _put(reader, "dead", True)

    return {
        "fault": Verb(f"fault NAME [TIMES; -1: always]: {', '.join(NAMES)}", fault, 1, 2),
        "mute": Verb("mute [COMMANDS]: says nothing from now, or after so many", mute, 0, 1),
        "dead": Verb("dead: says nothing until `reset`", dead),
        "speak": Verb("speak: not mute or dead any more", speak),
    }


def _line(reader: SimulatedReader) -> dict[str, Verb]:
    """Verbs for faults of the line and of the cards."""

    def dribble(words: list[str]) -> None:
        _put(reader, "dribble", (whole(words[0], 0, READ), number(words[1], 0, 60)))

    def slow(words: list[str]) -> None:
        _put(reader, "slow_s", number(words[0], 0, 60))

    def misses(words: list[str]) -> None:
        if not words[0] or set(words[0]) - {"0", "1"}:
            raise ValueError(f"{words[0]} is not made of 0 and 1")
        _put(reader, "misses", words[0])

    def noise(words: list[str]) -> None:
        reader.cable.rate = number(words[0], 0, 1)

    def say(words: list[str]) -> None:
        data = bytes.fromhex("".join(words))
        reader.do(lambda chip: chip.say(data, time.monotonic()))

    return {
        "dribble": Verb("dribble BYTES SECONDS: in pieces; 0 0 ends it", dribble, 2),
        "slow": Verb("slow SECONDS: every answer later", slow, 1),
        "misses": Verb("misses 01: which searches miss the card, over and over", misses, 1),
        "noise": Verb("noise RATE: how likely a byte is damaged, 0 to 1", noise, 1),
        "say": Verb("say HEX: bytes out of turn", say, 1, 100),
    }


def main(argv: list[str] | None = None) -> int:
    """Run the command. Exit status 0, or 2 for an invalid line."""
    parser = argparse.ArgumentParser(prog="companion emulate reader", description=__doc__)
    parser.add_argument("path", help="where the port stands")
    parser.add_argument("--stay", action="store_true", help="stay after the last line")
    return emulate(parser.parse_args(argv))


def emulate(args: argparse.Namespace) -> int:
    """The command `companion emulate reader PATH`."""
    reader = SimulatedReader(args.path)
    script = ReaderScript(reader, sys.stderr)
    return play(reader, args.path, script, sys.stdin, args.stay, sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
