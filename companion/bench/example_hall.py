"""An example hall (`make hall`): a private broker, the hall, and six simulated tables that race.

Every part is the real program in a process of its own; only the players are invented.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import create_connection, socket
from tempfile import TemporaryDirectory
from typing import Any

from companion.bench.players import Party
from companion.games import GAMES

TABLES = ("Kitchen", "Window", "Stage", "Door", "Corner", "Bar")
NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal", "Ida", "Jon")
COLOURS = ("red", "blue", "green", "yellow", "purple")
PAUSE_S = (1.0, 3.0)
"""Seconds between two acts at a table."""

REST_S = 15.0
"""Seconds between two races at a table."""

START_S = 60.0

TOML = """
[table]
name = "{title}"
[hall]
broker = "mqtt://127.0.0.1:{broker}"
hall = "example"
table = "{name}"
names = true
"""
BROKER = "listener {port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n"
NO_BROKER = "The broker is missing: sudo apt-get install --no-install-recommends mosquitto"


def main() -> int:
    """Run the example until Ctrl-C. Exit status 1 without Mosquitto."""
    mosquitto = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    if mosquitto is None:
        print(NO_BROKER, file=sys.stderr)
        return 1
    with TemporaryDirectory(prefix="companion-hall-") as name, ExitStack() as running:
        folder, port = Path(name), free_port()
        config = folder / "broker-config"
        config.write_text(BROKER.format(port=port))
        with (folder / "broker-log").open("wb") as log:
            running.enter_context(process([mosquitto, "-c", str(config)], log.fileno()))
        await_port(port)
        words = [
            "--broker",
            f"mqtt://127.0.0.1:{port}",
            "--hall",
            "example",
            "--simulated",
            "--no-tls",
        ]
        place = ["--port", os.environ.get("PORT", "8100"), "--data", str(folder / "hall")]
        hall = running.enter_context(process([*companion("hall"), *words, *place], None))
        for number, title in enumerate(TABLES, 1):
            running.enter_context(table(folder, port, f"t{number}", title))
        with suppress(KeyboardInterrupt):
            hall.wait()
    return 0


def companion(command: str) -> list[str]:
    """The words that start a command of the companion."""
    return [sys.executable, "-m", "companion", command]


def free_port() -> int:
    """A port of this machine that is free now."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_port(port: int) -> None:
    """Wait until a port answers, at most START_S."""
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        with suppress(OSError), create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)


@contextmanager
def process(words: list[str], stderr: int | None) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that ends with the block."""
    started = subprocess.Popen(words, stderr=stderr, stdin=subprocess.DEVNULL)
    try:
        yield started
    finally:
        started.terminate()
        started.wait()


@contextmanager
def table(folder: Path, broker: int, name: str, title: str) -> Iterator[None]:
    """A simulated table, with players in a thread."""
    file, port = folder / f"{name}.toml", free_port()
    file.write_text(TOML.format(title=title, broker=broker, name=name))
    place = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder / name)]
    words = [*companion("run"), "--simulate", "--table", str(file), *place]
    with (folder / f"{name}.log").open("wb") as log, process(words, log.fileno()):
        await_port(port)
        players = Players(port, random.Random(name))
        threading.Thread(target=players.play, daemon=True).start()
        yield


class Players:
    """Random players of Snow Tails at one table, race after race, until the table ends."""

    def __init__(self, port: int, rng: random.Random):
        self._port, self._rng = port, rng
        self._cookie = ""
        self._key = 0

    def play(self) -> None:
        """Play until the table no longer answers."""
        with suppress(OSError, HTTPException):
            while True:
                self._race()
                time.sleep(REST_S)

    def _race(self) -> None:
        options = self._options()
        self._post("/races", {"game": "snow_tails", "options": options})
        party = Party(GAMES["snow_tails"], options, self._rng)
        for turn in iter(party.go_on, ()):
            for act in turn:
                time.sleep(self._rng.uniform(*PAUSE_S))
                path = {"undo": "/undo", "redo": "/redo"}.get(act["act"])
                self._post(path or "/acts", {} if path else {"act": act})

    def _options(self) -> dict[str, Any]:
        names = self._rng.sample(NAMES, self._rng.randint(3, 5))
        seats = [
            {"seat": at, "name": name, "colour": COLOURS[at - 1], "place": at}
            for at, name in enumerate(names, 1)
        ]
        return {"seats": seats, "limits": [4, 3]}

    def _post(self, path: str, body: dict[str, Any]) -> None:
        """Post as a phone, the first of the table and so its host."""
        self._key += 1
        web = HTTPConnection("127.0.0.1", self._port, timeout=START_S)
        if not self._cookie:
            web.request("GET", "/")
            answer = web.getresponse()
            answer.read()
            self._cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        origin = {"Origin": f"http://127.0.0.1:{self._port}", "Cookie": self._cookie}
        headers = {**origin, "Content-Type": "application/json"}
        web.request("POST", f"/api/v1{path}", json.dumps({"key": str(self._key), **body}), headers)
        web.getresponse().read()
        web.close()


if __name__ == "__main__":
    sys.exit(main())
