"""Open the database, and bring its schema up to date."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from companion.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"

FILE = "hall.db"
"""The database's name in the data directory."""

_MIGRATING = 0x5EDCA11
"""The number of PostgreSQL's lock: halls that start together migrate one after the other."""

_CONNECT_S = 5


@contextmanager
def faults() -> Iterator[None]:
    """Turn errors of the database into StoreError."""
    try:
        yield
    except (SQLAlchemyError, CommandError) as error:
        why = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
        raise StoreError("hall.store_failed", why=why.splitlines()[0]) from error


def open_engine(data: Path, url: str = "") -> Engine:
    """The database at this URL, by default a file in the data directory. Raises StoreError."""
    with faults():
        engine = _postgresql(url) if url else _sqlite(data)
        with engine.begin() as connection:
            _migrate(connection)
    return engine


def _sqlite(data: Path) -> Engine:
    engine = create_engine(f"sqlite:///{data / FILE}", connect_args={"timeout": 10})
    event.listen(engine, "connect", _make_durable)
    return engine


def _make_durable(connection: Any, _: object) -> None:
    """A result that the broker was told to forget survives a power cut."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _postgresql(url: str) -> Engine:
    """Raises StoreError for another kind of URL."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreError("hall.bad_db") from None
    if address.get_backend_name() != "postgresql":
        raise StoreError("hall.bad_db")
    address = address.set(drivername="postgresql+psycopg")
    return create_engine(address, pool_pre_ping=True, connect_args={"connect_timeout": _CONNECT_S})


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"select pg_advisory_xact_lock({_MIGRATING})"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
