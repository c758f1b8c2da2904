"""Simulated PN532 readers on serial ports (ptys), for tests and for a builder at a desk.

    python -m companion.drivers.simulated_pn532 ./reader

A port stands at this path as long as the command runs; `port = "./reader"` in table.toml takes
it. It does what the lines on standard input say (`help` lists them), one after the other, so a
fault can be repeated from a file.
"""

import argparse
import contextlib
import random
import select
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Self, TextIO

from companion.drivers.bell import Bell
from companion.drivers.simulated_chip import NAMES, SimulatedChip
from companion.drivers.simulated_node import Cable
from companion.drivers.simulated_tags import Ntag, Phone, Tag

READ = 4096


class SimulatedReader:
    """A chip on a pty at `path`: one thread runs it, any thread may use it."""

    def __init__(self, path: str, chance: random.Random | None = None):
        self.path = path
        self.chip = SimulatedChip()
        self.cable = Cable(path, chance or random.Random(path))
        self._lock = threading.Lock()
        self._bell = Bell()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="pn532", daemon=True)

    def __enter__(self) -> Self:
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over = True
        self._bell.ring()
        self._thread.join()
        self.unplug()
        self._bell.close()

    def do(self, do: Callable[[SimulatedChip], object]) -> None:
        """Change something at the chip."""
        with self._lock:
            do(self.chip)
        self._bell.ring()

    def lay(self, tag: Tag | str) -> Tag:
        """Lay a tag on the antenna: a sticker by its uid in hex, or any other. The tag."""
        laid = Ntag(bytes.fromhex(tag)) if isinstance(tag, str) else tag
        self.do(lambda chip: chip.lay(laid, time.monotonic()))
        return laid

    def lift(self) -> None:
        """Take everything away."""
        self.do(lambda chip: chip.clear())

    def fault(self, name: str, times: int = 1) -> None:
        """Something goes wrong so many times; -1 is always, 0 never again."""
        self.do(lambda chip: chip.faults.count.update({name: times - chip.faults.count[name]}))

    def plug(self) -> None:
        """A new port stands at the path; the chip behind it has just got its power."""
        with self._lock:
            if not self.cable.plugged:
                self.chip.power_on()
                self.cable.plug()
        self._bell.ring()

    def unplug(self) -> None:
        """The port is gone."""
        with self._lock:
            if self.cable.plugged:
                self.cable.unplug()
        self._bell.ring()

    def reset_line(self, high: bool) -> None:
        """RSTPD_N of the chip."""
        self.do(lambda chip: chip.reset_line(high))

    def _run(self) -> None:
        while not self._over:
            self._await()
            with self._lock:
                if self.cable.plugged:
                    self._serve(time.monotonic())

    def _await(self) -> None:
        """Until a byte comes, something is done to the chip, or it is due."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        with self._lock:
            if self.cable.plugged:
                poll.register(self.cable, select.POLLIN)
            due = self.chip.due()
        wait_ms = None if due is None else 1000 * max(0.0, due - time.monotonic())
        if any(fd == self._bell.fileno() for fd, _ in poll.poll(wait_ms)):
            self._bell.hush()

    def _serve(self, now: float) -> None:
        if data := self.cable.read(READ):
            self.chip.receive_data(data, now)
        while data := self.chip.data_to_send(time.monotonic()):
            self.cable.write(data)


class Script:
    """The lines of the command."""

    def __init__(self, reader: SimulatedReader, out: TextIO):
        self._reader = reader
        self._out = out
        self._verbs: dict[str, tuple[str, Callable[[list[str]], None]]] = {
            "lay": ("lay UID | phone: lay a sticker (hex) or a phone on the reader", self._lay),
            "lift": ("lift: take everything away", lambda words: reader.lift()),
            "wait": ("wait SECONDS", lambda words: time.sleep(float(words[0]))),
            "plug": ("plug: the port comes, the chip begins anew", lambda words: reader.plug()),
            "unplug": ("unplug: the port goes", lambda words: reader.unplug()),
            "fault": (f"fault NAME [TIMES]: {', '.join(NAMES)}", self._fault),
            "mute": ("mute [COMMANDS]: says nothing from now, or after so many", self._mute),
            "speak": ("speak: no longer mute or dead", self._speak),
            "dead": ("dead: says nothing until `reset`", self._dead),
            "reset": ("reset: the reset line low and high again", self._reset),
            "restart": ("restart: without power for a moment", self._restart),
            "dribble": ("dribble BYTES SECONDS: in pieces; 0 0 ends it", self._dribble),
            "slow": ("slow SECONDS: every answer later", self._slow),
            "misses": ("misses 01: which searches miss the card, over and over", self._misses),
            "noise": ("noise RATE: how likely a byte is damaged, 0 to 1", self._noise),
            "say": ("say HEX: bytes out of turn", self._say),
            "help": ("help", lambda words: self._help()),
        }

    def run(self, lines: Iterable[str]) -> int:
        """Do every line. 0, or 2 at the first that makes no sense."""
        for line in lines:
            words = shlex.split(line, comments=True)
            if not words:
                continue
            try:
                self._verbs[words[0]][1](words[1:])
            except (KeyError, IndexError, ValueError):
                print(f"? {line.strip()}", file=self._out)
                self._help()
                return 2
        return 0

    def _help(self) -> None:
        print("\n".join(text for text, _ in self._verbs.values()), file=self._out, flush=True)

    def _lay(self, words: list[str]) -> None:
        self._reader.lay(Phone() if words[0] == "phone" else words[0])

    def _fault(self, words: list[str]) -> None:
        if words[0] not in NAMES:
            raise ValueError(words[0])
        self._reader.fault(words[0], int(words[1]) if len(words) > 1 else 1)

    def _mute(self, words: list[str]) -> None:
        if words:
            after = int(words[0])
            self._reader.do(lambda chip: setattr(chip.faults, "mute_after", after))
        else:
            self._reader.do(lambda chip: setattr(chip.faults, "mute", True))

    def _speak(self, words: list[str]) -> None:
        self._reader.do(lambda chip: setattr(chip.faults, "mute", False))
        self._reader.do(lambda chip: setattr(chip.faults, "dead", False))

    def _dead(self, words: list[str]) -> None:
        self._reader.do(lambda chip: setattr(chip.faults, "dead", True))

    def _reset(self, words: list[str]) -> None:
        self._reader.reset_line(False)
        self._reader.reset_line(True)

    def _restart(self, words: list[str]) -> None:
        self._reader.do(lambda chip: chip.power_on())

    def _dribble(self, words: list[str]) -> None:
        pieces = (int(words[0]), float(words[1]))
        self._reader.do(lambda chip: setattr(chip.faults, "dribble", pieces))

    def _slow(self, words: list[str]) -> None:
        slow_s = float(words[0])
        self._reader.do(lambda chip: setattr(chip.faults, "slow_s", slow_s))

    def _misses(self, words: list[str]) -> None:
        if not words[0] or set(words[0]) - {"0", "1"}:
            raise ValueError(words[0])
        self._reader.do(lambda chip: setattr(chip.faults, "misses", words[0]))

    def _noise(self, words: list[str]) -> None:
        self._reader.cable.rate = float(words[0])

    def _say(self, words: list[str]) -> None:
        data = bytes.fromhex("".join(words))
        self._reader.do(lambda chip: chip.say(data, time.monotonic()))


def main(argv: list[str] | None = None) -> int:
    """The command. Exit status 0, 2 for a line that makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.drivers.simulated_pn532", description=__doc__
    )
    parser.add_argument("path", help="where the port stands")
    parser.add_argument("--stay", action="store_true", help="stay after the last line")
    args = parser.parse_args(argv)
    with contextlib.suppress(KeyboardInterrupt), SimulatedReader(args.path) as reader:
        status = Script(reader, sys.stderr).run(sys.stdin)
        if args.stay and not status:
            threading.Event().wait()
        return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
