"""The benchmark's evening: a service process, and taps timed from outside (wires.py).

The process has the real store, web server and serial driver. A tap is timed from writing the last
byte of its TAG line to reading the PIXELS line, and to the state event at the first and the last
phone.
"""

import contextlib
import json
import re
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from companion.bench.wires import PATIENCE_S, SEATS, Failed, Wires, ticks

COLOURS = ("red", "blue", "green", "yellow", "purple")
VALUES = (1, 2, 3, 4, 5)
COPIES = (1, 2, 3, 4)
PERIOD_S = 0.05
START_S = 60.0
"""How long the service may take to start; a busy Pi Zero needs very long."""

TAPS_A_TURN = 20

OPTIONS = {
    "seats": [
        {"seat": seat, "name": f"Player {seat}", "colour": colour, "place": seat}
        for seat, colour in zip(SEATS, COLOURS, strict=True)
    ],
    "limits": [4, 3, 5],
}


def memory_mib(pid: int) -> float:
    """A process's resident memory in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


class Process:
    """A service process with its own table file and saved decks. `more`: lines of that file."""

    def __init__(self, folder: Path, wires: Wires | None, sync_s: float, more: str = ""):
        self._folder, self._said, self._more = folder, folder / "said", more
        self._decks(wires)
        self._command("tags", "import", str(folder / "tags.json"), "--data", str(folder / "data"))
        began = time.perf_counter()
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(self._words(sync_s), stderr=said)
        try:
            self.port = self._listens()
            self.ready_s = self._await_answer() - began
        except Failed:
            self._process.kill()
            self._process.wait()
            raise

    def _words(self, sync_s: float) -> list[str]:
        """The command line. The service chooses a free port."""
        table, data = str(self._folder / "table.toml"), str(self._folder / "data")
        return [
            *(sys.executable, "-m", "companion", "run", "--host", "127.0.0.1", "--port", "0"),
            *("--table", table, "--data", data, "--sync-delay-ms", str(sync_s * 1000)),
        ]

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE_S)

    @property
    def pid(self) -> int:
        return self._process.pid

    def memory_mib(self) -> float:
        """The service's resident memory in MiB."""
        return memory_mib(self.pid)

    def start_race(self) -> None:
        """Start a race as the host, which is the first phone to open a page."""
        web = HTTPConnection("127.0.0.1", self.port)
        web.request("GET", "/")
        answer = web.getresponse()
        answer.read()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        headers["Origin"] = f"http://127.0.0.1:{self.port}"
        body = {"key": "race", "game": "snow_tails", "options": OPTIONS}
        web.request("POST", "/api/v1/races", json.dumps(body), headers)
        answer = web.getresponse()
        if answer.status != 200:
            raise Failed(answer.read().decode())
        web.close()

    def _decks(self, wires: Wires | None) -> None:
        """Write the table file, with a node at each seat or only phones, and every seat's deck."""
        seats = [
            f'[[seat]]\ncolour = "{colour}"\n'
            + (f'port = "{wires.nodes[seat].path}"\n' if wires else "")
            for seat, colour in zip(SEATS, COLOURS, strict=True)
        ]
        lines = ['[table]\nname = "Bench"\n', *seats, self._more]
        (self._folder / "table.toml").write_text("\n".join(lines))
        tags = [
            {
                "uid": _uid(seat, value, copy),
                "game": "snow_tails",
                "piece": {"kind": "dog", "colour": colour, "value": value, "copy": copy},
            }
            for seat, colour in zip(SEATS, COLOURS, strict=True)
            for value in VALUES
            for copy in COPIES
        ]
        decks = {"format": "companion-tags", "version": 1, "tags": tags}
        (self._folder / "tags.json").write_text(json.dumps(decks))

    def _command(self, *words: str) -> None:
        command = [sys.executable, "-m", "companion", *words]
        ran = subprocess.run(command, check=False, capture_output=True, text=True)
        if ran.returncode:
            raise Failed(ran.stderr.strip())

    def _listens(self) -> int:
        """The port that the service's banner names. Raises Failed if there is none."""
        end = time.perf_counter() + START_S
        while time.perf_counter() < end:
            ended = self._process.poll() is not None
            said = self._said.read_text()
            if found := re.search(r"http://127\.0\.0\.1:(\d+)\n", said):
                return int(found[1])
            if ended:
                break
            time.sleep(0.005)
        raise Failed(self._said.read_text().strip())

    def _await_answer(self) -> float:
        """The time of the service's first answer (perf_counter). Raises Failed."""
        end = time.perf_counter() + START_S
        while time.perf_counter() < end:
            with contextlib.suppress(OSError):
                web = HTTPConnection("127.0.0.1", self.port)
                web.request("GET", "/api/v1/state")
                web.getresponse().read()
                web.close()
                return time.perf_counter()
            time.sleep(0.005)
        raise Failed(self._said.read_text().strip())


class Tap(NamedTuple):
    """Seconds from TAG to the strip's PIXELS, to the first page's event, and to the last page's."""

    light_s: float
    first_page_s: float
    last_page_s: float


class Evening:
    """Plays turns of many taps with alternating values, then a slot and ok."""

    def __init__(self, wires: Wires, taps_a_turn: int = TAPS_A_TURN):
        self._wires, self._taps_a_turn = wires, taps_a_turn
        self._laid: dict[int, set[tuple[int, int]]] = {}
        self._decks: dict[int, int] = {}
        self._taps: list[Tap] = []

    def taps(self, count: int) -> list[Tap]:
        """Time at least `count` taps."""
        self._wires.until("the race at the phones", lambda: bool(self._state))
        while len(self._taps) < count:
            seat = self._state["turn"]
            cards = self._cards(seat)
            due = time.perf_counter()
            for number in range(self._taps_a_turn):
                due += PERIOD_S
                self._wires.rest(due)
                self._tap(seat, *cards[number % 2])
            self._finish(seat)
        return self._taps

    def _cards(self, seat: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Pick two unplayed cards of different value; the second one will be played."""
        own = next(s for s in self._state["seats"] if s["seat"] == seat)
        laid = self._laid.setdefault(seat, set())
        if own["deck"] > self._decks.get(seat, own["deck"]):
            laid.clear()
        self._decks[seat] = own["deck"]
        free = [
            (value, copy)
            for value in VALUES
            for copy in COPIES
            if (value, copy) not in laid and own["unseen"][str(value)]
        ]
        played = free[0]
        other = next(card for card in free if card[0] != played[0])
        laid.add(played)
        return other, played

    @property
    def _state(self) -> dict[str, Any]:
        return self._wires.phones[-1].state

    def _tap(self, seat: int, value: int, copy: int) -> None:
        node, phones = self._wires.nodes[seat], self._wires.phones
        node.end.tag(0, _uid(seat, value, copy), "0044", "00", ticks())
        node.write()
        began = time.perf_counter()
        # The strip shows a card's value for a moment, as that many pixels.
        self._wires.until("a tap's lights", lambda: node.lit == value and node.lit_at > began)
        self._wires.until(
            "a tap at the phones", lambda: all(_pending(p.state, seat) == value for p in phones)
        )
        seen_at = [phone.seen_at for phone in phones]
        self._taps.append(Tap(node.lit_at - began, min(seen_at) - began, max(seen_at) - began))

    def _finish(self, seat: int) -> None:
        """End the turn: card on the brake, ok, and ok again if a balanced sled is asked (ST-50).

        At the end of the round accept the order, if it is asked.
        """
        before = (self._state["turn"], self._state["round"])
        node = self._wires.nodes[seat]
        node.press("brake")
        node.press("ok")
        self._wires.until("the end", lambda: self._moved_on(before) or self._asks(seat))
        if not self._moved_on(before):
            node.press("ok")
        self._wires.until("the next turn", lambda: self._moved_on(before))
        if self._state["phase"] == "order":
            node.press("ok")
            self._wires.until("the next round", lambda: self._state["phase"] == "turns")

    def _asks(self, seat: int) -> bool:
        return self._wires.phones[-1].menus[seat].startswith("done")

    def _moved_on(self, before: tuple[Any, Any]) -> bool:
        state = self._state
        return state["phase"] == "order" or (state["turn"], state["round"]) != before


def _pending(state: dict[str, Any], seat: int) -> Any:
    """The value of the card that this seat is about to play, None without one."""
    own = next(s for s in state["seats"] if s["seat"] == seat)
    return own["pending"] and own["pending"]["value"]


def _uid(seat: int, value: int, copy: int) -> str:
    return f"04{seat:02X}{value:02X}{copy:02X}000000"
