"""SIGKILL at random moments: every answered post is stored and counts once.

A post is sent and the service killed up to 9 ms later, during an export; then it is restarted,
sometimes killed once more while starting, and the same post is repeated.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from select import select
from typing import Any

from companion.games import GAMES, history
from tests.evening.script import Script, options
from tests.evening.service import Phone, Service, Stream
from tests.patience import PATIENCE_S

SEATS = (1, 3, 5)
MOMENT_S = 0.009
COME_BACK_EVERY = 10
DISK = ("--sync-delay-ms", "3")
"""Delay of the disk, so that kills can hit between a post and its answer."""

TABLES = ("race", "act", "tag", "course", "season_act")
Counts = tuple[int, ...]


class Evening:
    """A phone that posts all kinds of changes, and a service that is killed."""

    def __init__(self, service: Service, seed: int):
        self.service = service
        self.phone = Phone(service)
        self.chance = Random(seed)
        self.kills = self.unanswered = self.lost = 0
        self._acts: Iterator[Mapping[str, Any]] = iter(())
        self._seed = seed
        self._tags = 0

    def go_on(self) -> None:
        """Do one more post, and maybe kill the service during it."""
        dice = self.chance.random()
        if dice < 0.05:
            self._set_up(self._cut)
        elif dice < 0.15:
            self._learn(self._cut)
        elif dice < 0.2:
            self._write(self._cut)
        elif dice < 0.4:
            self._play(self._cut)
        else:
            self._play(self._whole)

    def _set_up(self, post: Callable[..., None]) -> None:
        """Start a new race; after some time with a new data directory."""
        self._seed += 1
        script = Script(options(SEATS), self._seed)
        post("/races", "race", game="snow_tails", options=script.options)
        self._acts = iter(script.acts)

    def _play(self, post: Callable[..., None]) -> None:
        act = next(self._acts, None)
        if act is None:
            self._set_up(post)
        elif act["act"] in ("undo", "redo"):
            post(f"/{act['act']}", "act")
        else:
            post("/acts", "act", act=act)

    def _learn(self, post: Callable[..., None]) -> None:
        self._tags += 1
        piece = {"kind": "dog", "colour": f"deck {self._tags}", "value": 1, "copy": 1}
        tag = {"uid": f"04{self._tags:012X}", "game": "snow_tails", "piece": piece}
        file = json.dumps({"format": "companion-tags", "version": 1, "tags": [tag]})
        post("/tags/import", "tag", file=file)

    def _write(self, post: Callable[..., None]) -> None:
        if self.chance.random() < 0.5:
            name = f"course {self.chance.random()}"
            post("/courses", "course", name=name, limits=[4, 3], flag="left")
        else:
            post("/seasons", "season_act", name="Winter")

    def _whole(self, path: str, table: str, **body: Any) -> None:
        reply = self.phone.post(path, **body)
        assert reply.status == 200, reply

    def _cut(self, path: str, table: str, **body: Any) -> None:
        """Send a post and kill; repeat it under the same key: it counts exactly once."""
        before, key = self._counts(), self.phone.key()
        status = self._cut_off(path, {"key": key, **body})
        self._start()
        kept = self._counts()
        there = _more(before, table)
        assert kept in (before, there), (path, before, kept)
        if status is None:
            self.unanswered += 1
            self.lost += kept == before
        else:
            assert (status, kept) == (200, there), (path, status, before, kept)
        again = self.phone.post(path, **{**body, "key": key})
        assert again.status == 200, again
        assert self._counts() == there, path
        self._same_turn()

    def _cut_off(self, path: str, body: Mapping[str, Any]) -> int | None:
        web = HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE_S)
        export = HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE_S)
        try:
            export.request("GET", "/api/v1/races/1/export?format=csv")
            web.request("POST", f"/api/v1{path}", json.dumps(body), self.phone.headers)
            select([web.sock], [], [], self.chance.uniform(0.0, MOMENT_S))
            self.service.kill()
            return web.getresponse().status
        except (OSError, HTTPException):
            return None
        finally:
            export.close()
            web.close()

    def _start(self) -> None:
        self.kills += 1
        if self.chance.random() < 0.1:
            self.service.launch()
            select([], [], [], self.chance.uniform(0.0, 0.5))
            self.service.kill()
        self.service.start()
        if self.kills % COME_BACK_EVERY == 0:
            with closing(Stream(self.service)) as stream:
                stream.until(lambda live: all(s["device"] == "connected" for s in live["seats"]))

    def _counts(self) -> Counts:
        """The number of rows in each table on disk."""
        file = f"file:{self.service.data}/companion.db?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as database:
            return tuple(
                int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
                for table in TABLES
            )

    def _same_turn(self) -> None:
        """Check that the shown state follows from the stored acts."""
        live = self.phone.get("/state")
        race = self.phone.get(f"/races/{live['race']['id']}/export")
        game = GAMES["snow_tails"]
        acts = [entry["act"] for entry in race["acts"]]
        state = game.view(history.replay(game, race["options"], acts).state).state
        assert live["state"] == json.loads(json.dumps(state))


def _more(counts: Counts, table: str) -> Counts:
    return tuple(n + (name == table) for name, n in zip(TABLES, counts, strict=True))


def kills(count: int, folder: Path) -> str:
    """Kill the service this many times."""
    service = Service(folder / "data", "--simulate", *DISK)
    try:
        evening = Evening(service.start(), seed=count)
        evening._set_up(evening._whole)
        while evening.kills < count:
            evening.go_on()
    finally:
        service.stop()
    return (
        f"{evening.unanswered} unanswered, of which {evening.lost} not kept; none answered lost, "
        "none counted twice"
    )
