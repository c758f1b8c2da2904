"""Several halls on one database and one broker."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier

import pytest
from postgres import PostgreSQL
from reports import act, result

from companion.hall.live import TableNow
from companion.hall.payloads import Act, Result
from companion.hall.store.store import HallStore
from tests.hall.test_hall_store import record
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.postgresql

RACES, ROUNDS = 30, 3
BOTH = (False, True)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a database of its own."""
    with TemporaryDirectory() as folder:
        server = PostgreSQL(Path(folder))
        server.start()
        yield server.url()
        server.stop()


def reports(backwards: bool) -> list[Act | Result]:
    """The first act and the result of many races, race after race."""
    races = range(RACES, 0, -1) if backwards else range(1, RACES + 1)
    made = (kind(n, race=race) for race in races for n, kind in ((0, act), (1, act), (1, result)))
    return [record(payload) for payload in made]


def test_halls_that_save_the_same_in_other_orders_save_it_once_and_never_wait_in_a_circle(
    database: str, tmp_path: Path
) -> None:
    together = Barrier(len(BOTH), timeout=PATIENCE_S)
    tables = [TableNow(f"t{number}") for number in range(RACES)]

    def save(backwards: bool) -> int:
        new = 0
        with closing(HallStore.open(tmp_path, database)) as store:
            for at in range(ROUNDS):
                together.wait()
                again = [
                    record(act(2 + at, race=one.place.race)) for one in reports(backwards)[::3]
                ]
                new += len(store.add([*reports(backwards), *again], 50.0))
                store.save_tables(tables[::-1] if backwards else tables)
        return new

    with ThreadPoolExecutor(len(BOTH)) as halls:
        new = sum(halls.map(save, BOTH))
    with closing(HallStore.open(tmp_path, database)) as store:
        assert store.count() == ((2 + ROUNDS) * RACES, RACES)
        assert new == (3 + ROUNDS) * RACES
