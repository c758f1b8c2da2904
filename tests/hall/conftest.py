"""The hall's database for its tests: SQLite, and a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import text

from companion.hall.store.opening import open_engine
from companion.hall.store.schema import METADATA
from companion.hall.store.store import HallStore
from tests.hall.postgres import PostgreSQL


@pytest.fixture(scope="module")
def server() -> Iterator[PostgreSQL]:
    """Its folder is not one of pytest's, which are closed to the server's user."""
    with TemporaryDirectory() as folder:
        server = PostgreSQL(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "sqlite":
        yield ""
        return
    server: PostgreSQL = request.getfixturevalue("server")
    engine = open_engine(Path(), server.url())
    with engine.begin() as connection:
        connection.execute(text(f"truncate {', '.join(METADATA.tables)}"))
    engine.dispose()
    yield server.url()


@pytest.fixture
def store(url: str, tmp_path: Path) -> Iterator[HallStore]:
    store = HallStore.open(tmp_path, url)
    yield store
    store.close()
