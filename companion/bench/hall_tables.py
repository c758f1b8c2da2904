"""Tables for the hall's benchmark: the real loop, store and link of each, without pages.

`python -m companion.bench.hall_tables BROKER FOLDER FIRST TABLES PERIOD_S`, with the broker's port,
says `ready`. From a line on standard input on, each table plays races of Snow Tails, an act in each
period. After the next line it says, as JSON, what it has played (`Played`); a third one ends it.
"""

import heapq
import json
import secrets
import select
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion.bench import players
from companion.bench.evening import OPTIONS
from companion.bench.wires import SEATS, Failed
from companion.config import Hall, phones_only
from companion.drivers.room import open_room
from companion.games import GAMES, history
from companion.games.game import Act
from companion.hall_link.link import HallLink, open_link
from companion.store.store import Store
from companion.table.loop import Inbox, Listener, Loop
from companion.table.posts import FINE, HALL, Answer, Post
from companion.table.snapshot import TableInfo

NAME = "bench"
"""The hall's name in the topics."""

PLAYS = 6
"""Different races; each table begins with another one."""

SWITCH_S = 0.0005
"""As in `companion run`."""

LONGEST = 1000
PATIENCE_S = 60.0
PAUSE_S = 0.05

Shown = tuple[int, int | None, tuple[int, ...]]
"""What a spectator sees change: the race, its round, and who is to move."""

Step = tuple[Act, int, tuple[int, ...]]
"""An act, the round after it, and the seats to move."""

Change = tuple[float, str, Shown]
"""When an act was done (time.monotonic), at which table, and what is to be seen after it."""


def plays(most: int = LONGEST) -> list[list[Step]]:
    """Races of at most so many acts; the host ends longer ones."""
    game, found = GAMES["snow_tails"], []
    for seed in range(PLAYS):
        race, steps = history.begin(game, OPTIONS), list[Step]()
        acts = players.play(game, OPTIONS, Random(seed))
        for act in [*acts[: most - 1], {"act": "end"}] if len(acts) > most else acts:
            if act["act"] not in ("undo", "redo"):  # they come in pairs
                before, (race, _) = race, race.apply(act)
                view = game.view(race.state)
                if race is not before:
                    steps.append((act, int(view.state["round"]), tuple(view.up)))
        found.append(steps)
    return found


class PlayedTable(Listener):
    """A table of the hall: the parts of `companion run` without pages and hardware."""

    def __init__(self, data: Path, hall: Hall):
        self.name = hall.table
        config = replace(phones_only(len(SEATS)), name=self.name, hall=hall)
        inbox = Inbox()
        self.store = store = Store.open(data)
        room = open_room(config, inbox.put, store.known, store.next_session, simulate=False)
        seats = tuple(seat.number for seat in config.seats)
        info = TableInfo(secrets.token_hex(4), self.name, "", seats, simulated=False, pin="")
        self.loop = Loop(inbox, room, store, info, lambda uid: None, self)
        link = open_link(config, store, lambda: self.loop.snapshot, inbox.put)
        assert link
        self.link: HallLink = link
        self._keys = map(str, count())
        self._post: Post | None = None

    def start(self) -> None:
        """Start its threads."""
        self.loop.start()
        self.link.start()

    def close(self) -> None:
        """Leave the hall, and close the store."""
        self.link.stop()
        self.loop.stop()
        self.store.close()

    def published(self) -> None:
        """The loop has something new for the hall."""
        self.link.wake()

    def race(self) -> int:
        """Start a race; returns its number. Raises Failed."""
        self.settle()
        body = {"game": "snow_tails", "options": OPTIONS, "replace": None}
        return self._answer(self._give("race", body)).race or 0

    def act(self, act: Act) -> None:
        """Do an act of the race once the last one is done. Raises Failed if that was refused."""
        self.settle()
        self._post = self._give("act", {"act": act})

    def settle(self) -> None:
        """Wait until the last act is on disk. Raises Failed if it was refused."""
        if self._post:
            self._answer(self._post)
            self._post = None

    def _give(self, kind: str, body: Mapping[str, Any]) -> Post:
        post = Post(kind, HALL, next(self._keys), body)
        self.loop.post(post)
        return post

    def _answer(self, post: Post) -> Answer:
        answer = post.reply.result(PATIENCE_S)
        if answer.status != FINE:
            raise Failed(f"{self.name}: {answer.key}")
        return answer


class Played:
    """What all tables have played: `acts`, races' starts among them, and what they changed.

    `most`: acts of a race.
    """

    def __init__(self, most: int = LONGEST) -> None:
        self.acts = 0
        self.changes: list[Change] = []
        self._plays = plays(most)

    def races(self, table: PlayedTable, number: int) -> Iterator[None]:
        """Play races at a table, an act at each step."""
        for at in count(number):
            race, before = table.race(), None
            self.acts += 1
            for act, round, up in self._plays[at % PLAYS]:
                began = time.monotonic()
                table.act(act)
                self.acts += 1
                if (shown := (race, round, up)) != before and before:
                    self.changes.append((began, table.name, shown))
                before = shown
                yield


def play(played: Played, tables: list[PlayedTable], period_s: float) -> None:
    """Play at all tables, each with an act in each period, until a line comes."""
    began = time.monotonic()
    due = []
    for at, table in enumerate(tables):
        due.append((began + period_s * at / len(tables), at, played.races(table, at)))
    while True:
        next_at, at, races = due[0]
        if select.select([sys.stdin], [], [], max(0.0, next_at - time.monotonic()))[0]:
            return
        next(races)
        heapq.heapreplace(due, (max(next_at + period_s, time.monotonic()), at, races))


def main(words: list[str]) -> None:
    """Open the tables, wait until all are connected, and play."""
    broker, folder, first, number = int(words[0]), Path(words[1]), int(words[2]), int(words[3])
    sys.setswitchinterval(SWITCH_S)
    played = Played()
    names = [f"t{first + at}" for at in range(number)]
    halls = [Hall("127.0.0.1", broker, False, NAME, name) for name in names]
    tables = [PlayedTable(folder / hall.table, hall) for hall in halls]
    for table in tables:
        table.start()
    while not all(table.link.state.connected for table in tables):
        time.sleep(PAUSE_S)
    print("ready", flush=True)
    sys.stdin.readline()
    play(played, tables, float(words[4]))
    sys.stdin.readline()
    for table in tables:
        table.settle()
    print(json.dumps({"acts": played.acts, "changes": played.changes}), flush=True)
    sys.stdin.readline()
    for table in tables:
        table.close()


if __name__ == "__main__":
    main(sys.argv[1:])
