"""The loop: when the strips are shown."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.signals import Button, Frame, Origin
from companion.store.store import Store
from companion.table.loop import Inbox, Service
from companion.table.race import Setting
from companion.table.tape_replay import Nobody

DOWN = Button(1, "event", True, 0, frozenset({"event"}), Origin("node", "E66", "BEEF", 1))


class Strips(Nobody):
    """Counts how often the strips are told what to show."""

    def __init__(self) -> None:
        self.shown = 0

    def show(self, frames: Mapping[int, Frame]) -> None:
        self.shown += 1


@pytest.fixture
def inbox() -> Inbox:
    return SimpleQueue()


@pytest.fixture
def strips() -> Strips:
    return Strips()


@pytest.fixture
def service(tmp_path: Path, inbox: Inbox, strips: Strips) -> Iterator[Service]:
    """A loop that the test turns. Nothing moves by itself."""
    with closing(Store.open(tmp_path)) as store:
        setting = Setting("boot", "Kitchen", "http://table", (1, 2, 3), False)
        yield Service(
            inbox,
            strips,
            store,
            setting,
            "1234",
            store.tag,
            published=lambda: None,
            failed=lambda: None,
        )


@pytest.fixture
def shows(service: Service, inbox: Inbox, strips: Strips) -> Callable[[object], bool]:
    """Whether the strips are told at once when this comes."""

    def told(item: object) -> bool:
        before = strips.shown
        while strips.shown == before:  # the next look is a quarter of a second away
            service._round()
        before = strips.shown
        inbox.put(item)  # type: ignore[arg-type]
        service._round()
        return strips.shown > before

    return told


def test_a_finger_shows_at_once(shows: Callable[[object], bool]) -> None:
    assert shows(DOWN)


def test_what_changes_nothing_that_is_seen_is_not_followed_by_the_lights(
    shows: Callable[[object], bool],
) -> None:
    """Unless a look was due just then, on a very busy machine."""
    assert not all(shows(lambda now: None) for _ in range(10))
