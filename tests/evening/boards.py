"""Five boards: the real firmware on MicroPython, each with a PN532 and a bad USB cable."""

import contextlib
import os
import random
import select
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import IO, Any, Self

from companion.drivers.simulated.cards import uid_of
from companion.drivers.simulated.node import Cable
from companion.drivers.simulated.pn532_ports import SimulatedReader
from companion.drivers.wakeup import Wakeup
from tests.evening.outside import learn
from tests.firmware.test_micropython import HEAP, MICROPYTHON, ROOT, STUBS
from tests.patience import PATIENCE_S

SEATS = (1, 2, 3, 4, 5)
DAMAGED = 0.01
BUTTONS = {"left": "GP6", "right": "GP7", "brake": "GP8", "event": "GP9", "ok": "GP14"}
STRAPS = {"GP10": 1, "GP11": 2, "GP12": 4}
READER = "GP1"
RESET = "GP2 "
FELT = "felt "
TOUCH_S = 0.05
"""Seconds that a finger stays on a button, and then off it, once the board has noticed."""

GONE_S = 1.0
"""Seconds after which a lifted card counts again when laid (presence.py)."""

READ = 4096
TURN_MS = 20


class Board:
    """A seat's Pico and its reader. It runs while its cable, which is its power, is plugged in.

    `seen`: what it showed, over all its starts; `starts`: the cause of each start. Its owner
    locks it.
    """

    def __init__(self, seat: int, folder: Path, chance: random.Random):
        self.uid = f"5EA7{seat:012X}"
        self.cable = Cable(str(folder / f"port-{seat}"), chance)
        self.cable.rate = DAMAGED
        self.reader = SimulatedReader(str(folder / f"reader-{seat}"))
        self.card = ""
        self.seen: list[str] = []
        self.starts: list[str] = []
        self._pins = {READER: 1} | {pin: int(not seat & bit) for pin, bit in STRAPS.items()}
        self._felt: dict[str, int] = {}
        self._power = contextlib.ExitStack()
        self._untold = b""

    def power_on(self, cause: str) -> None:
        """Start the firmware; `cause` is the chip's reason for the reset."""
        self.starts.append(cause)
        self.cable.plug()
        self._power.callback(self.cable.unplug)
        self._port, theirs = socket.socketpair()
        self._power.enter_context(self._port)
        self._port.setblocking(False)
        control, self._hands = os.pipe()
        self._power.callback(os.close, self._hands)
        for pin, level in self._pins.items():
            self.set_pin(pin, level)
        with theirs:
            self._process = self._start(theirs, control, cause)
        os.close(control)
        self._power.callback(self._end)
        self._untold, self._half_seen, self._felt = b"", b"", {}

    def _start(self, port: socket.socket, control: int, cause: str) -> "subprocess.Popen[bytes]":
        told = {"CONTROL": str(control), "UART": self.reader.path}
        told |= {"CHIP": self.uid, "RESET_REASON": cause, "FELT": "1"}
        told["MICROPYPATH"] = f"{STUBS}:{ROOT}"
        process = subprocess.Popen(
            [str(MICROPYTHON), "-X", f"heapsize={HEAP}", str(ROOT / "firmware" / "code.py")],
            stdin=port,
            stdout=port,
            stderr=subprocess.PIPE,
            pass_fds=[control],
            env={**os.environ, **told},
        )
        assert process.stderr
        os.set_blocking(process.stderr.fileno(), False)
        return process

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._look()
        self._eyes.close()

    def power_off(self) -> None:
        """Stop at once: memory and port are gone."""
        self._power.close()

    @property
    def _eyes(self) -> IO[bytes]:
        assert self._process.stderr
        return self._process.stderr

    def set_pin(self, pin: str, level: int) -> None:
        """Hold a pin at this level, also without power."""
        self._pins[pin] = level
        if self.cable.plugged:
            os.write(self._hands, f"{pin} {level}\n".encode())

    def has_felt(self, pin: str) -> bool:
        """Whether the firmware has noticed the pin's level, or has no power."""
        return not self.cable.plugged or self._felt.get(pin) == self._pins[pin]

    def let_go(self) -> bool:
        """Release all buttons; returns whether any was down."""
        down = [pin for pin in BUTTONS.values() if not self._pins.get(pin, 1)]
        for pin in down:
            self.set_pin(pin, 1)
        return bool(down)

    def register(self, poll: "select.poll") -> None:
        """Register this board's file descriptors for polling."""
        if self.cable.plugged:
            poll.register(self.cable, select.POLLIN)
            poll.register(self._eyes, select.POLLIN)
            if not self._untold:
                poll.register(self._port, select.POLLIN)

    def serve(self) -> None:
        """Carry bytes through the cable, both ways; unread ones stay in the board.

        Firmware that has requested a reset is restarted.
        """
        if not self.cable.plugged:
            return
        if self._process.poll() is not None:
            self.power_off()
            self.power_on("software")
        if not self._untold:
            with contextlib.suppress(BlockingIOError, ConnectionError):
                self._untold = self._port.recv(READ)
        if self._untold:
            self._untold = self._untold[self.cable.write(self._untold) :]
        if data := self.cable.read(READ):
            with contextlib.suppress(ConnectionError):
                self._port.sendall(data)
        self._look()

    def _look(self) -> None:
        """Note the visible state; the reader is connected to one of these pins."""
        *lines, self._half_seen = (self._half_seen + (self._eyes.read() or b"")).split(b"\n")
        for line in map(bytes.decode, lines):
            if line.startswith(FELT):
                _, pin, level = line.split()
                self._felt[pin] = int(level)
                continue
            self.seen.append(line)
            if line.startswith(RESET):
                self.reader.reset_line(line == RESET + "high")


class Boards:
    """The boards of all seats, the thread that serves their cables, and hands."""

    def __init__(self, folder: Path, data: Path, colours: tuple[str, ...], seed: int):
        chance = random.Random(seed)
        self.boards = {seat: Board(seat, folder, chance) for seat in SEATS}
        self.table = folder / "table.toml"
        ports = (f'[[seat]]\nport = "{board.cable.path}"\n' for board in self.boards.values())
        self.table.write_text("\n".join(ports))
        learn(folder / "tags.json", data, colours)
        self._moved = threading.Condition()
        self._wakeup = Wakeup()
        self._over = False
        self._free_at = dict.fromkeys(SEATS, 0.0)
        self._thread = threading.Thread(target=self._run, name="cables", daemon=True)
        self._open = contextlib.ExitStack()

    def __enter__(self) -> Self:
        for board in self.boards.values():
            self._open.enter_context(board.reader)
            board.power_on("power_on")
            self._open.callback(board.power_off)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over = True
        self._wakeup.wake()
        self._thread.join()
        self._open.close()
        self._wakeup.close()

    def _run(self) -> None:
        while not self._over:
            poll = select.poll()
            poll.register(self._wakeup, select.POLLIN)
            with self._moved:
                for board in self.boards.values():
                    board.register(poll)
            # If a cable is pulled meanwhile, this just returns at once.
            poll.poll(TURN_MS)
            self._wakeup.clear()
            with self._moved:
                for board in self.boards.values():
                    board.serve()
                self._moved.notify_all()

    def is_plugged(self, seat: int) -> bool:
        """Whether this seat's cable is plugged in."""
        return self.boards[seat].cable.plugged

    def pull(self, seat: int) -> None:
        """Pull a seat's cable: the reader loses its power, too."""
        with self._moved:
            self.boards[seat].power_off()
        self.boards[seat].reader.do(lambda chip: chip.power_on())

    def plug(self, seat: int, cause: str = "power_on") -> None:
        """Plug it in again."""
        with self._moved:
            self.boards[seat].power_on(cause)
        self._wakeup.wake()

    def hold_reset(self, seat: int) -> None:
        """Hold a board's reset button down: USB is gone, the reader keeps its power."""
        with self._moved:
            self.boards[seat].power_off()

    def let_go(self) -> bool:
        """Release all buttons of all seats; returns whether any was down."""
        with self._moved:
            return True in [board.let_go() for board in self.boards.values()]

    def hand(self, hand: str, **movement: Any) -> None:
        """Make a movement, as in the simulated room."""
        seat = movement["seat"]
        board = self.boards[seat]
        if hand in ("down", "up"):
            self._move_finger(seat, BUTTONS[movement["button"]], int(hand == "up"))
            return
        before, board.card = board.card, uid_of(movement["card"]) if hand == "tap" else ""
        if before:
            board.reader.lift()
        if before == board.card:
            time.sleep(GONE_S)
        if board.card:
            board.reader.lay(board.card)

    def _move_finger(self, seat: int, pin: str, level: int) -> None:
        """Press or release a button, and wait until the board has noticed."""
        board = self.boards[seat]
        time.sleep(max(0.0, self._free_at[seat] - time.monotonic()))
        with self._moved:
            board.set_pin(pin, level)
            assert self._moved.wait_for(lambda: board.has_felt(pin), PATIENCE_S), board.seen[-5:]
        self._free_at[seat] = time.monotonic() + TOUCH_S
