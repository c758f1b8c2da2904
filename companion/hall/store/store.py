"""The hall's store: every act and result once, the tables as they were last seen, its settings.

Its `tournaments` are in a module of their own.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Table,
    exists,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from companion.hall.live import TableNow
from companion.hall.payloads import Act, Place, Result, Seat, State
from companion.hall.store.opening import faults, open_engine
from companion.hall.store.schema import ACTS, RACES, RESULTS, SETTINGS, TABLES
from companion.hall.store.tournaments import TournamentStore
from companion.hall.tournament.reports import Standing

_INSERT: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""Each engine's insert that can leave out a row that is there already."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved result, or a race's start. `came`: when it reached the hall, seconds since 1970."""

    place: Place
    came: float
    content: dict[str, Any]

    @property
    def when(self) -> float:
        """When it was: by the table's clock if that was right, else by the hall's."""
        return self.place.at if self.place.clock_synced else self.came


class HallStore:
    """The open database. Any thread may call; each call is one transaction. Raises StoreError."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self.tournaments = TournamentStore(engine)

    @classmethod
    def open(cls, data: Path, url: str = "") -> Self:
        """Open the database at this URL, by default a file in the data directory."""
        return cls(open_engine(data, url))

    @property
    def place(self) -> str:
        """Where it is, without a password."""
        url = self._engine.url
        return str(url.database) if url.get_backend_name() == "sqlite" else str(url)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def add(self, records: Iterable[Act | Result], came: float) -> list[Act | Result]:
        """Save these, all or none; returns those that were new. `came`: seconds since 1970.

        Race by race in one order everywhere: two halls that save the same wait for each other, but
        never in a circle.
        """
        ordered = sorted(records, key=lambda record: (record.place.store, record.place.race))
        with self._transaction() as connection:
            return [record for record in ordered if _add(connection, record, came)]

    def results(self, after: float = 0.0) -> list[Saved]:
        """The results that hold now and came after this time, in the order in which they came.

        One holds until its race has an act of a higher number (an undo) or of another branch.
        """
        race = (RACES.c.store == RESULTS.c.store) & (RACES.c.race == RESULTS.c.race)
        query = (
            select(RESULTS)
            .join(RACES, race)
            .where(~RESULTS.c.replaced, RESULTS.c.n >= RACES.c.last_n, RESULTS.c.came > after)
            .order_by(RESULTS.c.id)
        )
        with self._transaction() as connection:
            return [_saved(row) for row in connection.execute(query)]

    def acts(self, store: str, race: int) -> list[Saved]:
        """A race's start and acts that hold, in order."""
        query = (
            select(ACTS)
            .where(ACTS.c.store == store, ACTS.c.race == race, ~ACTS.c.replaced)
            .order_by(ACTS.c.n)
        )
        with self._transaction() as connection:
            return [_saved(row) for row in connection.execute(query)]

    def standing(self, store: str, race: int) -> Standing | None:
        """Where a table's race stands; None if nothing has come from it."""
        one = (RACES.c.store == store) & (RACES.c.race == race)
        ends = RESULTS.c.content
        result = (RESULTS.c.store == RACES.c.store) & (RESULTS.c.race == RACES.c.race)
        holds = result & ~RESULTS.c.replaced & (RESULTS.c.n >= RACES.c.last_n)
        query = select(RACES.c.branch, RACES.c.last_n, ends).outerjoin(RESULTS, holds).where(one)
        with self._transaction() as connection:
            found = connection.execute(query).first()
        if found is None:
            return None
        rows = json.loads(found.content)["result"] if found.content else None
        return Standing(store, race, found.branch, found.last_n, rows)

    def count(self) -> tuple[int, int]:
        """How many acts and results are saved."""
        with self._transaction() as connection:
            acts, results = (
                connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (ACTS, RESULTS)
            )
        return acts, results

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """A setting, made on first use; halls that share the database share it."""
        with self._transaction() as connection:
            _insert_once(connection, SETTINGS, {"name": name, "value": make()})
            query = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
            return str(connection.execute(query).scalar_one())

    def tables(self) -> dict[str, TableNow]:
        """The tables as they were last saved, offline until they report."""
        with self._transaction() as connection:
            rows = connection.execute(select(TABLES).order_by(TABLES.c.name)).mappings()
            return {row["name"]: _table(dict(row)) for row in rows}

    def save_tables(self, tables: Iterable[TableNow]) -> None:
        """Save these tables as they are now."""
        with self._transaction() as connection:
            for table in sorted(tables, key=lambda table: table.name):  # as in `add`
                values = _row(table)
                if not _insert_once(connection, TABLES, values):
                    connection.execute(
                        update(TABLES).where(TABLES.c.name == table.name).values(values)
                    )

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with faults(), self._engine.begin() as connection:
            yield connection


def _add(connection: Connection, record: Act | Result, came: float) -> bool:
    """Save an act or result; whether it is new."""
    place = record.place
    race = _race(connection, place)
    late = place.branch != race.branch and _is_known(connection, place)
    fields = {name: value for name, value in asdict(place).items() if name != "table"}
    row = {**fields, "table_name": place.table, "came": came, "content": json.dumps(record.content)}
    row["replaced"] = late and place.n >= race.branch_from
    if not _insert_once(connection, ACTS if isinstance(record, Act) else RESULTS, row):
        return False
    if not late:
        _follow(connection, place, race)
    return True


def _race(connection: Connection, place: Place) -> Row[Any]:
    """The row of an act's race, made if it is the first. Another hall waits for it."""
    start = {"store": place.store, "race": place.race, "branch": place.branch}
    one = (RACES.c.store == place.store) & (RACES.c.race == place.race)
    query = select(RACES).where(one).with_for_update()
    found = connection.execute(query).one_or_none()
    if found is None:
        _insert_once(connection, RACES, {**start, "branch_from": place.n, "last_n": place.n})
        found = connection.execute(query).one()
    return found


def _is_known(connection: Connection, place: Place) -> bool:
    """Whether this branch of the race has been seen: then it is older than the newest one."""
    seen = or_(*(exists().where(_of_race(t, place), t.c.branch == place.branch) for t in _BOTH))
    return bool(connection.execute(select(seen)).scalar_one())


def _follow(connection: Connection, place: Place, race: Row[Any]) -> None:
    """Note the race's highest act; an act of another branch replaces those from its number on."""
    same = place.branch == race.branch
    branch_from = min(race.branch_from, place.n) if same else place.n
    last = max(race.last_n, place.n) if same else place.n
    if not same or branch_from < race.branch_from:
        for table in _BOTH:
            others = (table.c.branch != place.branch) & (table.c.n >= place.n)
            connection.execute(
                update(table).where(_of_race(table, place), others).values(replaced=True)
            )
    if (place.branch, branch_from, last) != (race.branch, race.branch_from, race.last_n):
        one = (RACES.c.store == place.store) & (RACES.c.race == place.race)
        values = {"branch": place.branch, "branch_from": branch_from, "last_n": last}
        connection.execute(update(RACES).where(one).values(values))


_BOTH = (ACTS, RESULTS)


def _of_race(table: Table, place: Place) -> Any:
    return (table.c.store == place.store) & (table.c.race == place.race)


def _insert_once(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless it is there; whether it was inserted."""
    once = _INSERT[connection.dialect.name](table).values(values).on_conflict_do_nothing()
    return connection.execute(once.returning(literal_column("1"))).first() is not None


def _saved(row: Row[Any]) -> Saved:
    place = Place(
        row.table_name, row.store, row.branch, row.race, row.game, row.n, row.at, row.clock_synced
    )
    return Saved(place, row.came, json.loads(row.content))


def _row(table: TableNow) -> dict[str, Any]:
    state = json.dumps(asdict(table.state)) if table.state else None
    shown = {"title": table.title, "store": table.store, "online": table.online}
    return {"name": table.name, **shown, "since": table.since, "state": state}


def _table(row: Mapping[str, Any]) -> TableNow:
    """A saved table. The broker says whether it is still there: until then it is away."""
    state = None
    if row["state"]:
        with suppress(TypeError, KeyError):  # saved by another version: the table sends it anew
            fields = json.loads(row["state"])
            seats = tuple(Seat(**seat) for seat in fields["seats"])
            state = State(**{**fields, "up": tuple(fields["up"]), "seats": seats})
    return TableNow(row["name"], row["title"], row["store"], False, row["since"], state)
