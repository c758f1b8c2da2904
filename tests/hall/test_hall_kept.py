"""The broker keeps a report until it is on the hall's disk, and no longer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from postgres import PostgreSQL
from reports import act

from companion.config import Hall
from companion.hall.keeper import Keeper
from companion.hall.live import Live
from companion.hall.receiver import Receiver, ToSave
from companion.hall.store.store import HallStore
from tests.hall.test_hall_store import record
from tests.hall_link.mosquitto import Listener, Mosquitto
from tests.patience import until

TOPIC = "sled/club/t1/acts"


@pytest.mark.postgresql
def test_an_act_is_acknowledged_once_the_database_has_it(tmp_path: Path) -> None:
    with TemporaryDirectory() as folder:
        server = PostgreSQL(Path(folder))
        server.start()
        store = HallStore.open(tmp_path, server.url())
        acknowledged: list[int] = []
        keeper = Keeper(store, Live())
        keeper.start()
        server.stop()
        keeper.keep(ToSave(record(act(0)), lambda: acknowledged.append(0)))
        until(lambda: keeper.fault is not None)
        assert acknowledged == []
        server.start()
        until(lambda: acknowledged == [0])
        assert (store.count(), keeper.fault) == ((1, 0), None)
        keeper.stop()
        store.close()
        server.stop()


@contextmanager
def receiving(broker: Mosquitto, keep: Callable[[ToSave], None]) -> Iterator[None]:
    """A hall that the broker knows by its id."""
    at = Hall("127.0.0.1", broker.port, False, "club", "")
    receiver = Receiver(at, "sled-hall-club-1", Live(), keep)
    receiver.start()
    until(lambda: receiver.broker.connected)
    yield
    receiver.stop()


@pytest.mark.mosquitto
def test_the_broker_sends_again_what_was_not_acknowledged_and_nothing_else(tmp_path: Path) -> None:
    came: list[int] = []

    def lose(one: ToSave) -> None:
        came.append(one.record.place.n)

    def save(one: ToSave) -> None:
        lose(one)
        one.acknowledge()

    with Mosquitto(tmp_path) as broker, Listener(broker) as table:
        with receiving(broker, lose):
            table.send(TOPIC, act(0))
            until(lambda: came == [0])
        with receiving(broker, save):
            until(lambda: came == [0, 0])
            table.send(TOPIC, act(1))
            until(lambda: came == [0, 0, 1])
        with receiving(broker, save):
            table.send(TOPIC, act(2))
            until(lambda: came[-1] == 2)
        assert came.count(0) == 2
