"""The outbox is one number in the store: nothing is lost, and order is kept."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.hall_link.outbox import MOST_ACTS, SURE_S, Outbox
from companion.hall_link.payloads import Origin, Publications
from companion.hall_link.topics import Message, Topics
from companion.store.recovery import Backups
from companion.store.store import Store, waited
from tests.store.saving import STAMP, act, start

MAKE = Publications(Topics("sled/club/t1"), Origin("5701", "b1"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        yield store


class Broker:
    """Numbers the messages that it gets."""

    def __init__(self) -> None:
        self.got: list[Message] = []

    def publish(self, message: Message) -> int:
        self.got.append(message)
        return len(self.got)


def save(store: Store, race: int, *numbers: int) -> None:
    for n in numbers:
        waited(lambda then, n=n: store.append(race, act(n), then))


def opened(store: Store) -> Outbox:
    return Outbox.of(store, "hall_acked_club/t1")


def test_a_new_outbox_begins_with_the_acts_from_now_on(store: Store) -> None:
    race = start(store)
    save(store, race, 1, 2)
    outbox, broker = opened(store), Broker()
    outbox.send(MAKE, broker.publish)
    assert (outbox.waiting, broker.got) == (0, [])
    save(store, race, 3)
    outbox.send(MAKE, broker.publish)
    assert outbox.waiting == len(broker.got) == 1


def test_acts_count_as_sent_in_order_once_all_their_messages_are_acknowledged(
    store: Store,
) -> None:
    outbox, broker = opened(store), Broker()
    race = start(store)
    save(store, race, 1, 2)
    outbox.send(MAKE, broker.publish)
    assert [b'"n":0' in m.payload for m in broker.got] == [True, False, False]
    outbox.acknowledge(3)  # the second act before the first one's messages
    assert outbox.waiting == 2
    outbox.acknowledge(1)
    assert outbox.waiting == 2
    outbox.acknowledge(2)
    assert outbox.waiting == 0
    outbox.acknowledge(2)  # doubled
    assert outbox.waiting == 0


def test_only_a_few_acts_are_on_their_way_at_a_time(store: Store) -> None:
    outbox, broker = opened(store), Broker()
    race = start(store)
    save(store, race, *range(1, MOST_ACTS + 6))
    outbox.send(MAKE, broker.publish)
    outbox.send(MAKE, broker.publish)
    assert len(broker.got) == MOST_ACTS + 1  # with the start
    for number in range(1, MOST_ACTS + 2):
        outbox.acknowledge(number)
    outbox.send(MAKE, broker.publish)
    assert outbox.waiting == 5
    assert len(broker.got) == MOST_ACTS + 6


def test_what_was_acknowledged_lately_is_sent_again_after_a_lost_connection_or_a_restart(
    store: Store,
) -> None:
    outbox, broker = opened(store), Broker()
    race = start(store)
    save(store, race, 1, 2)
    outbox.send(MAKE, broker.publish)
    outbox.acknowledge(1)
    outbox.acknowledge(2)
    outbox.save(10.0)
    outbox.save(10.0 + SURE_S - 0.1)
    outbox.begin_again()
    assert outbox.waiting == 2
    outbox.send(MAKE, broker.publish)
    assert broker.got[3:] == broker.got[:3]
    outbox.save(10.0 + SURE_S)
    outbox.begin_again()
    assert outbox.waiting == 2
    outbox.send(MAKE, broker.publish)
    assert broker.got[6:] == broker.got[:3]
    for number in range(1, 10):
        outbox.acknowledge(number)
    for looks in (2, 3):
        outbox.save(10.0 + looks * SURE_S)
    outbox.begin_again()
    assert outbox.waiting == 0
    outbox.send(MAKE, broker.publish)
    assert broker.got[9:] == []
    waited(lambda then: store.set("later", 1, then))
    save(store, race, 3)
    again, other = opened(store), Broker()
    again.send(MAKE, other.publish)
    assert [b'"n":3' in message.payload for message in other.got] == [True]


def test_a_restored_backup_gets_another_branch(store: Store, tmp_path: Path) -> None:
    waited(lambda then: store.set("hall_store", "a", then))
    waited(lambda then: store.set("hall_branch", "b", then))
    store.close()
    backups = Backups(tmp_path)
    backups.make(STAMP)
    backups.restore(backups.listed()[0].path, STAMP)
    with closing(Store.open(tmp_path)) as restored:
        assert (restored.get("hall_store"), restored.get("hall_branch")) == ("a", None)
