"""The loop: when strips and pages get a new snapshot."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.signals import Button, Frame, Origin
from companion.store.store import Store
from companion.table.loop import Inbox, Listener, Loop
from companion.table.posts import Post
from companion.table.snapshot import TableInfo
from companion.table.tape_replay import EmptyRoom
from tests.table.table_actor import OPTIONS

DOWN = Button(1, "event", True, 0, frozenset({"event"}), Origin("node", "E66", "BEEF", 1))


class Strips(EmptyRoom):
    """A room with a strip at seat 1, which counts its frames."""

    def __init__(self) -> None:
        self.shown = 0
        self.lit = False

    def pixels(self) -> Mapping[int, int]:
        return {1: 8}

    def show(self, frames: Mapping[int, Frame]) -> None:
        self.shown += 1
        self.lit = any(pixel != (0, 0, 0) for pixel in frames[1])


@pytest.fixture
def inbox() -> Inbox:
    return SimpleQueue()


@pytest.fixture
def strips() -> Strips:
    return Strips()


@pytest.fixture
def published() -> list[tuple[bool, bool]]:
    """For each published snapshot: whether it has a race, and whether seat 1 was lit."""
    return []


@pytest.fixture
def loop(
    tmp_path: Path, inbox: Inbox, strips: Strips, published: list[tuple[bool, bool]]
) -> Iterator[Loop]:
    """A loop whose rounds the test runs."""

    class Pages(Listener):
        def published(self) -> None:
            published.append((loop.snapshot.race is not None, strips.lit))

    with closing(Store.open(tmp_path)) as store:
        info = TableInfo("boot", "Kitchen", "http://table", (1, 2, 3, 4, 5), False, "1234")
        loop = Loop(inbox, strips, store, info, store.tag, Pages())
        yield loop


@pytest.fixture
def shows(loop: Loop, inbox: Inbox, strips: Strips) -> Callable[[object], bool]:
    """Whether this item makes the loop show new frames at once."""

    def told(item: object) -> bool:
        before = strips.shown
        while strips.shown == before:  # the next regular round is a quarter of a second away
            loop._round()
        before = strips.shown
        inbox.put(item)  # type: ignore[arg-type]
        loop._round()
        return strips.shown > before

    return told


def test_a_pressed_button_shows_at_once(shows: Callable[[object], bool]) -> None:
    assert shows(DOWN)


def test_unchanged_snapshot_renders_no_lights(
    shows: Callable[[object], bool],
) -> None:
    """Retried, as a regular look may be due at the same moment on a busy machine."""
    assert not all(shows(lambda now: None) for _ in range(10))


def test_pages_get_a_snapshot_after_the_room(
    loop: Loop, published: list[tuple[bool, bool]]
) -> None:
    loop.post(Post("first", "host", "", {}))
    start = {"game": "snow_tails", "options": OPTIONS, "replace": None}
    loop.post(Post("race", "host", "", start))
    while not (published and published[-1][0]):
        loop._round()
    assert (False, False) in published  # before the race, the strip was dark
    assert (True, False) not in published


def test_pages_get_an_act_before_its_answer(loop: Loop, published: list[tuple[bool, bool]]) -> None:
    heard: list[int] = []
    post = Post("first", "host", "", {})
    post.reply.add_done_callback(lambda done: heard.append(len(published)))
    loop.post(post)
    while not heard:
        loop._round()
    assert heard == [1]
