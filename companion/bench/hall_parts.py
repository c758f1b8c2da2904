"""The parts of the hall's benchmarks: a private broker, and processes of `companion hall`."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from companion.bench.example_hall import NO_BROKER, await_port, companion, free_port, process
from companion.bench.wires import Failed

START_S = 60.0
SETTLE_S = 120.0
"""Longest wait for acts that are on their way to the hall's disk."""

PAUSE_S = 0.02

CONFIG = """
listener {port} 127.0.0.1
allow_anonymous true
persistence true
persistence_location {folder}/
autosave_interval 2
max_queued_messages 0
"""
"""As docs/scale.md recommends for many tables."""


class Broker(NamedTuple):
    """A running Mosquitto."""

    pid: int
    port: int


@contextmanager
def broker(folder: Path) -> Iterator[Broker]:
    """A broker within the block. Raises Failed without Mosquitto."""
    program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise Failed(NO_BROKER)
    port, config = free_port(), folder / "broker-config"
    user = "user root\n" if os.getuid() == 0 else ""
    config.write_text(user + CONFIG.format(port=port, folder=folder))
    with (
        (folder / "broker-log").open("wb") as log,
        process([program, "-c", str(config)], log.fileno()) as started,
    ):
        await_port(port)
        yield Broker(started.pid, port)


class HallProcess(NamedTuple):
    """A running hall, with its database in a file."""

    pid: int
    port: int
    file: Path

    def acts(self) -> int:
        """How many acts it has stored."""
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT coalesce(max(id), 0) FROM acts").fetchone()[0])

    def await_acts(self, number: int) -> None:
        """Wait until it has stored this many. Raises Failed."""
        end = time.monotonic() + SETTLE_S
        while (stored := self.acts()) < number:
            if time.monotonic() > end:
                raise Failed(f"{stored} of {number} acts are stored")
            time.sleep(PAUSE_S)


@contextmanager
def hall(data: Path, at: Broker, name: str) -> Iterator[HallProcess]:
    """A hall within the block, once it is at the broker. Raises Failed."""
    said = data.with_suffix(".log")
    words = ["--broker", f"mqtt://127.0.0.1:{at.port}", "--hall", name, "--data", str(data)]
    words += ["--host", "127.0.0.1", "--port", "0"]
    with (
        said.open("wb") as log,
        process([*companion("hall"), *words], log.fileno()) as started,
    ):
        yield HallProcess(started.pid, _port(started, said), data / "hall.db")


def _port(started: "subprocess.Popen[bytes]", said: Path) -> int:
    """The port that the hall names, once it is at the broker. Raises Failed."""
    end = time.monotonic() + START_S
    while time.monotonic() < end and started.poll() is None:
        found = re.search(r"http://127\.0\.0\.1:(\d+)\n", said.read_text())
        if found and _connected(int(found[1])):
            return int(found[1])
        time.sleep(PAUSE_S)
    raise Failed(said.read_text().strip())


def _connected(port: int) -> bool:
    with closing(HTTPConnection("127.0.0.1", port, timeout=START_S)) as web:
        web.request("GET", "/api/v1/health")
        return bool(json.loads(web.getresponse().read())["broker"]["connected"])
