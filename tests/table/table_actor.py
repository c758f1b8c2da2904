"""A table with a real store, driven step by step by the test instead of the loop's thread."""

import resource
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from companion.clocks import stamp
from companion.library.library import Library
from companion.pages.web import Web
from companion.signals import Origin
from companion.store.store import Store, Tagged
from companion.table.phone_input import PhoneInput
from companion.table.posts import Answer, Post
from companion.table.seat_input import SeatInput, Signal
from companion.table.snapshot import Snapshot, TableInfo
from companion.table.table import Table
from companion.table.tag_learning import TagLearning
from tests.patience import PATIENCE_S

PIN = "4711"

OPTIONS: Mapping[str, Any] = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 3, "name": "Bo", "colour": "blue", "place": 2},
        {"seat": 5, "name": "Cy", "colour": "green", "place": 3},
    ],
    "limits": [4, 3, 5],
}


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Let every write of this process fail, as on a full disk."""
    size = max(path.stat().st_size for path in folder.glob("*-wal"))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def damage(folder: Path, how: str) -> None:
    """Run this SQL on the file, as a foreign program could."""
    with closing(sqlite3.connect(folder / "companion.db")) as database, database:
        database.execute(how)


class Actor:
    """Posts as phones, sends signals as the room, and waits for the store. Tests set the time."""

    def __init__(self, folder: Path, sync_delay_s: float = 0.0, seats: tuple[int, ...] = ()):
        self.folder = folder
        self.store = Store.open(folder, sync_delay_s=sync_delay_s)
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self.settled: list[Origin] = []
        self.assigned: list[tuple[str, int]] = []
        self.now = 1000.0
        self.keys = 0
        info = TableInfo("boot", "Kitchen", "http://x", seats or (1, 2, 3, 4, 5), True, PIN)
        self.published: list[int] = []
        self.expected: list[Snapshot] = []
        self.table = Table(
            self.store,
            info,
            later=self.inbox.put,
            settle=self.settled.append,
            stamp=stamp,
            on_publish=lambda: self.published.append(self.table.snapshot.version),
            on_upcoming=self.expected.append,
        )
        self.tags = TagLearning(self.table, self.store, self.tagged, self.inbox.put)
        self.seats = SeatInput(
            self.table, self.tags, self.settled.append, lambda *a: self.assigned.append(a)
        )
        self.phones = PhoneInput.at(self.table, self.store, PIN, self.inbox.put, self.tags)

    def web(self, post: Callable[[Post], None]) -> Web:
        """The `Web` of this table. `post` gets the phones' posts."""
        return Web(
            snapshot=lambda: self.table.snapshot,
            post=post,
            saved=Library(self.store),
            secret=b"secret",
            pin=PIN,
            room=None,
            health=dict,
        )

    def tagged(self, uid: str) -> Tagged | None:
        """The tag of a card, learned on first use: `R4` is the red 4."""
        colours = {"AA": "red", "BB": "blue", "CC": "green"}
        if uid[:2] in colours and len(uid) == 14:
            piece = {"kind": "dog", "colour": colours[uid[:2]], "value": int(uid[3]), "copy": 1}
            return Tagged(uid, "snow_tails", piece)
        return self.store.tag(uid)

    def begin(self, client: str = "host", options: Mapping[str, Any] = OPTIONS) -> Answer:
        """Start a race as the first phone to open a page."""
        self.post("first", client)
        return self.post("race", client, game="snow_tails", options=options, replace=None)

    def send(self, kind: str, client: str, key: str | None = None, version: int | None = None,
             **body: Any) -> Post:  # fmt: skip
        """Send a post without waiting for its answer."""
        self.keys += 1
        post = Post(kind, client, key or f"k{self.keys}", body, version)
        self.phones.take(post, self.now)
        return post

    def post(self, kind: str, client: str = "host", **body: Any) -> Answer:
        """Send a post; returns its answer."""
        return self.answer(self.send(kind, client, **body))

    def act(self, client: str = "host", **act: Any) -> Answer:
        return self.post("act", client, act=act)

    def answer(self, post: Post) -> Answer:
        """Handle the store's reports until this post is answered."""
        while not post.reply.done():
            self.step()
        return post.reply.result()

    def until_settled(self, origin: Origin) -> None:
        """Handle the store's reports until this line is settled."""
        while origin not in self.settled:
            self.step()

    def step(self) -> None:
        """Wait for one report of the store and handle it."""
        self.inbox.get(timeout=PATIENCE_S)(self.now)

    def signal(self, signal: Signal) -> None:
        """Handle a signal from the room."""
        self.seats.take(signal, self.now)

    def rest(self) -> None:
        """Handle the store's reports until nothing is pending."""
        waiting = self.send("claim", "rest", seat=1)
        self.answer(waiting)

    @property
    def state(self) -> Mapping[str, Any]:
        """The published state."""
        race = self.table.snapshot.race
        assert race is not None
        return race.view.state

    def close(self) -> None:
        self.store.close()
