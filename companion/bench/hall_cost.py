"""Benchmark of an act's cost in a hall that has stored many, beside one that has stored none.

The same acts go to both halls by one broker, in turns, with the tables' own connection. The ratio
is that of the halls' processor times, which other programs on the machine hardly change.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.bench.hall_parts import Broker, HallProcess, broker, hall
from companion.bench.row import Row
from companion.bench.watchers import cpu_s
from companion.config import Hall
from companion.drivers.wakeup import Wakeup
from companion.hall_link.connection import Connection
from companion.hall_link.topics import Message, Topics, message

PAIRS = 7
BURST = 400
"""Acts that each hall gets in a pair."""

RACE = 200
"""Acts of a race."""

MOST_PERCENT = 120.0
WAIT_S = 0.05


def rows(stored: int) -> list[Row]:
    """The rows for this many stored acts."""
    with TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        with (
            broker(folder) as at,
            hall(folder / "none", at, "none") as none,
            hall(folder / "many", at, "many") as many,
        ):
            _fill(many.file, stored)
            halls = {"none": none, "many": many}
            pairs = [_pair(at, halls, turn) for turn in range(PAIRS + 1)][1:]  # one warms up
    each = median(pair["none"] for pair in pairs) / BURST
    percent = 100 * median(pair["many"] / pair["none"] for pair in pairs)
    name = f"hall: an act with {stored:,} stored, of one with none"
    return [
        Row("hall: processor time of an act that is stored", each * 1000, "ms", "", True),
        Row(name, percent, "%", f"<= {MOST_PERCENT:.0f}", percent <= MOST_PERCENT),
    ]


def _fill(file: Path, acts: int) -> None:
    """Store this many acts at once, as if their hall had."""
    races = range(-(-acts // RACE))
    with closing(sqlite3.connect(file)) as database, database:
        database.executemany(
            "INSERT INTO races (store, race, branch, branch_from, last_n)"
            " VALUES ('old', ?, 'b', 0, ?)",
            ((race, RACE - 1) for race in races),
        )
        database.executemany(
            "INSERT INTO acts (store, race, n, branch, table_name, game, at, clock_synced, came,"
            " replaced, content) VALUES ('old', ?, ?, 'b', 't1', 'snow_tails', 0, 1, 0, 0, ?)",
            ((at // RACE, at % RACE, '{"act": {"act": "done", "seat": 1}}') for at in range(acts)),
        )


def _pair(at: Broker, halls: dict[str, HallProcess], turn: int) -> dict[str, float]:
    """The processor seconds of a burst in each hall."""
    costs = {}
    for name, one in halls.items():
        stored, before = one.acts(), cpu_s(one.pid)
        _publish(at, name, turn)
        one.await_acts(stored + BURST)
        costs[name] = cpu_s(one.pid) - before
    return costs


def _publish(at: Broker, name: str, turn: int) -> None:
    """Send a burst of acts, and wait until the broker has them."""
    place = Hall("127.0.0.1", at.port, False, name, "t1")
    wakeup, waiting = Wakeup(), set[int]()
    connection = Connection(place, f"bench-{name}", lambda received: None, waiting.discard)
    connection.open(None, wakeup, lambda: False)
    for one in _acts(Topics.of(place), turn):
        waiting.add(connection.publish(one))
    while waiting:
        connection.step(WAIT_S, wakeup)
    connection.close()
    wakeup.close()


def _acts(topics: Topics, turn: int) -> Iterator[Message]:
    when = {"at": 0.0, "clock_synced": False}
    for at in range(BURST):
        race, n = turn * BURST + at // RACE, at % RACE
        place = {"store": "new", "branch": "b", "race": race, "game": "snow_tails", "n": n}
        content = {"act": {"act": "done", "seat": 1}} if n else {"options": {}}
        yield message(topics.acts, {**place, **when, **content})
