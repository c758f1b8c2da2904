"""A hall in trouble: its broker, the hall itself and its database end again and again.

Real tables play meanwhile (the loop, store and link of each). In the end the hall's database has
every act and result that the tables have, at the table that has it, once, and its pages show the
tables as they are.
"""

import json
import shutil
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from select import select
from tempfile import TemporaryDirectory
from typing import Any

from companion.bench.hall_tables import Played, PlayedTable
from companion.config import Hall
from companion.hall.store.store import HallStore
from companion.store.store import Store
from tests.evening.service import Service, Stream, request
from tests.hall.postgres import PostgreSQL, program
from tests.hall_link.mosquitto import Listener, Mosquitto
from tests.patience import until
from tests.torture.line import CannotRun

WRITTEN_S = 2
BROKER = f"""
user root
allow_anonymous true
persistence true
persistence_location {{folder}}/
autosave_interval {WRITTEN_S}
max_queued_messages 0
"""
"""As docs/scale.md recommends for many tables: what is new is written now and then."""

TABLES = ("kitchen", "window", "stage")
ACTS = 30
"""Most acts at each table between two troubles."""

RACE = 25
"""Acts of a race."""

MOMENT_S = 0.2
AWAY_S = 2.0
MINUTE = 30
"""So many kills of a broker are followed by a minute without one."""

LATE = 40
"""Messages that may overtake each other."""

Saved = dict[tuple[str, int, int], Any]
"""Acts by their table's store, race and number."""


class HallService(Service):
    """A process of `companion hall`."""

    command = "hall"

    def get(self, path: str) -> Any:
        """The JSON of a path of the API."""
        return request(self, "GET", f"/api/v1{path}").body


class Club:
    """Tables, a broker and a hall that follows `hall`; `db`: its database, by default a file."""

    def __init__(
        self,
        folder: Path,
        stack: ExitStack,
        names: tuple[str, ...] = TABLES,
        hall: str = "club",
        db: str = "",
    ):
        if shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin") is None:
            raise CannotRun("mosquitto is missing")
        self.chance = Random(folder.name)
        self.broker = stack.enter_context(Mosquitto(folder, BROKER.format(folder=folder)))
        at = f"mqtt://127.0.0.1:{self.broker.port}"
        words = ["--broker", at, "--hall", hall, *(["--db", db] if db else [])]
        self.hall = HallService(folder / "hall", *words).start()
        stack.callback(self.hall.stop)
        until(lambda: self.hall.get("/health")["broker"]["connected"])
        self.saved = stack.enter_context(closing(HallStore.open(folder / "hall", db)))
        self.tables = [self._table(folder / f"{n}", name) for n, name in enumerate(names)]
        for table in self.tables:
            stack.callback(table.close)
            table.start()
        until(lambda: all(table.link.state.connected for table in self.tables))
        played = Played(RACE)
        self._races = [played.races(table, at) for at, table in enumerate(self.tables)]

    def _table(self, data: Path, name: str) -> PlayedTable:
        return PlayedTable(data, Hall("127.0.0.1", self.broker.port, False, "club", name))

    def play(self) -> None:
        """Play some acts at all tables; the last ones are on their way when this returns."""
        for _ in range(self.chance.randint(1, ACTS)):
            for race in self._races:
                next(race)

    def wait(self, most_s: float = MOMENT_S) -> None:
        """Let a moment pass."""
        select([], [], [], self.chance.uniform(0.0, most_s))

    def check(self) -> str:
        """Wait until the hall has what the tables have; assert that it has nothing else."""
        acts, results = self.truth()
        until(lambda: self.saved.count() == (len(acts), len(results)))
        found = [
            one
            for store, race in {(store, race) for store, race, _ in acts}
            for one in self.saved.acts(store, race)
        ]
        assert {(s.place.store, s.place.race, s.place.n): _act(s.content) for s in found} == acts
        assert {one.place.table for one in found} == {table.name for table in self.tables}
        held = [(one.place.store, one.place.race, one.place.n) for one in self.saved.results()]
        assert sorted(held) == sorted(results)
        return f"{len(acts)} acts, {len(results)} results, each once"

    def truth(self) -> tuple[Saved, list[tuple[str, int, int]]]:
        """What the tables have on disk once their last acts are."""
        for table in self.tables:
            table.settle()
        return _of_tables([table.store for table in self.tables])

    def shows(self, broker: bool) -> None:
        """Wait until the pages say whether the broker is there, with all tables if it is."""
        with closing(Stream(self.hall, "/stream?lang=en", "hall")) as stream:
            stream.until(lambda shown: shown["broker"]["connected"] is broker)
            if broker:
                stream.until(lambda shown: all(table["online"] for table in shown["tables"]))


def _of_tables(stores: list[Store]) -> tuple[Saved, list[tuple[str, int, int]]]:
    """What the tables have on disk: acts with each race's start as number 0, and results."""
    acts: Saved = {}
    results = []
    for store in stores:
        own = str(store.get("hall_store"))
        for _, id, entry in store.acts_after(0, 10**9):
            acts[own, id, 0] = None
            acts[own, id, entry.n] = json.loads(json.dumps(entry.act))
            race = store.race(id)
            if race and race.result is not None and race.acts == entry.n:
                results.append((own, id, entry.n))
    return acts, results


def _act(content: dict[str, Any]) -> Any:
    """A saved act, None for a race's start."""
    return content.get("act")


def hall_kills(count: int, folder: Path) -> str:
    """Kill the hall this many times."""
    with ExitStack() as stack:
        club = Club(folder, stack)
        for _ in range(count):
            club.play()
            club.wait()
            club.hall.kill()
            club.play()
            club.hall.start()
        club.shows(broker=True)
        return club.check()


def broker_kills(count: int, folder: Path) -> str:
    """Kill the broker this many times; after many, once for a minute."""
    with ExitStack() as stack:
        club = Club(folder, stack)
        select([], [], [], 2.0 * WRITTEN_S)  # now the broker knows the hall for good
        for number in range(1, count + 1):
            club.play()
            club.wait()
            club.broker.kill()
            club.play()
            club.shows(broker=False)
            club.wait(AWAY_S)
            if number % MINUTE == 0:
                select([], [], [], 60.0)
            club.play()
            club.broker.start()
            club.shows(broker=True)
        return club.check()


def database_restarts(count: int, folder: Path) -> str:
    """End the hall's PostgreSQL this many times, as a crash does."""
    if not Path(program("postgres")).exists():
        raise CannotRun("postgresql is missing")
    with ExitStack() as stack:
        server = PostgreSQL(Path(stack.enter_context(TemporaryDirectory())))
        server.start()
        stack.callback(server.stop)
        club = Club(folder, stack, db=server.url())
        for _ in range(count):
            club.play()
            club.wait()
            server.stop()
            club.play()
            until(lambda: not club.hall.get("/health")["store"]["ok"])
            server.start()
            until(lambda: club.hall.get("/health")["store"]["ok"])
        return club.check()


def disorder(count: int, folder: Path) -> str:
    """Repeat, delay and shuffle so many messages of tables, and give them wrong times."""
    with ExitStack() as stack:
        club = Club(folder, stack, hall="disorder")
        tables = stack.enter_context(Listener(club.broker, "sled/club/#"))
        hall = stack.enter_context(Listener(club.broker, "sled/disorder/none"))
        passed = Disorder(club, tables)
        while passed.sent < count:
            club.play()
            passed.on(hall, LATE)
        acts, results = club.truth()
        until(lambda: passed.came() == len(acts) + len(results))
        passed.on(hall, 0)
        return f"{club.check()}, of {passed.sent} messages"


class Disorder:
    """Passes each act and result on twice, in any order, as from any year."""

    def __init__(self, club: Club, tables: Listener):
        self._club, self._tables = club, tables
        self._taken = self.sent = 0
        self._waiting: list[tuple[str, Any]] = []

    def came(self) -> int:
        """How many acts and results have come."""
        return len(self._tables.on("/acts")) + len(self._tables.on("/results"))

    def on(self, hall: Listener, late: int) -> None:
        """Pass on what has come, but for so many messages, which are late."""
        new = self._tables.came[self._taken :]
        self._taken += len(new)
        for one in new:
            if one.topic.endswith(("/acts", "/results")):
                when = {"at": self._club.chance.uniform(0.0, 1e10), "clock_synced": True}
                topic = one.topic.replace("/club/", "/disorder/")
                self._waiting += [(topic, {**one.body, **when})] * 2
        self._club.chance.shuffle(self._waiting)
        while len(self._waiting) > late:
            hall.send(*self._waiting.pop())
            self.sent += 1


def one_name(acts: int, folder: Path) -> str:
    """Two tables use one name, and have so many acts: the pages say it, nothing is mixed up."""
    with ExitStack() as stack:
        club = Club(folder, stack, names=("twin", "twin"))
        with closing(Stream(club.hall, "/stream?lang=en", "hall")) as stream:
            while club.saved.count()[0] < acts:
                club.play()
            stream.until(lambda shown: [table["twins"] for table in shown["tables"]] == [True])
        return club.check()
