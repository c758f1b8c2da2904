"""Benchmark of a table's own taps, in a hall and without one, in pairs."""

import json
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from companion.bench.evening import Evening, Process
from companion.bench.hall_parts import PAUSE_S, START_S, broker
from companion.bench.hall_tables import NAME
from companion.bench.row import Row
from companion.bench.wires import Failed, Wires

PAIRS = 3
TAPS = 100
"""Taps of each table in a pair."""

MOST_PERCENT = 110.0

HALL = """
[hall]
broker = "mqtt://127.0.0.1:{port}"
hall = "{hall}"
table = "tapped"
"""


def rows() -> list[Row]:
    """The rows that compare a table in a hall with one that is in none."""
    without, within = list[float](), list[float]()
    with TemporaryDirectory(prefix="companion-bench-") as folder, broker(Path(folder)) as at:
        for _ in range(PAIRS):
            without += _lights("")
            within += _lights(HALL.format(port=at.port, hall=NAME))
    return [
        _row("p50", 49, without, within, lambda percent: True),
        _row("p99", 98, without, within, lambda percent: percent <= MOST_PERCENT),
    ]


def _row(
    mark: str, cut: int, without: list[float], within: list[float], kept: Callable[[float], bool]
) -> Row:
    alone, joined = (quantiles(times, n=100)[cut] * 1000 for times in (without, within))
    name = f"TAG to PIXELS in a hall, of {alone:.1f} ms without, {mark}"
    percent = 100 * joined / alone
    claim = f"<= {MOST_PERCENT:.0f}" if mark == "p99" else ""
    return Row(name, percent, "%", claim, kept(percent))


def _lights(more: str) -> list[float]:
    """Seconds from taps to their lights, at a table with these lines in its file."""
    with (
        TemporaryDirectory(prefix="companion-bench-") as folder,
        Wires() as wires,
        Process(Path(folder), wires, 0.0, more) as process,
    ):
        wires.open_phones(process.port)
        wires.await_links()
        process.start_race()
        if more:
            _await_hall(process.port)
        return [tap.light_s for tap in Evening(wires).taps(TAPS)]


def _await_hall(port: int) -> None:
    """Wait until the table is at the broker. Raises Failed."""
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        with closing(HTTPConnection("127.0.0.1", port, timeout=START_S)) as web:
            web.request("GET", "/api/v1/health")
            if json.loads(web.getresponse().read())["hall"]["connected"]:
                return
        time.sleep(PAUSE_S)
    raise Failed("a table at the broker")
