"""Killed services: every acknowledged act survives, and nothing else.

An act that was under way at the kill may be stored or not; repeated under the same key it counts
exactly once. Nodes repeat their unacknowledged lines.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from select import select
from typing import Any

import pytest

from companion.games import GAMES, history
from tests.evening.hands import Act, Hands
from tests.evening.outside import OutsideRoom
from tests.evening.script import Script, options, plain
from tests.evening.service import Live, Phone, Reply, Service, Stream, count
from tests.patience import PATIENCE_S

SEATS = (1, 3, 5)
SLOW_DISK = ("--sync-delay-ms", "3")
"""Delay of the disk, so that kills can hit between an act and its answer."""

LATE = {"table.late_press", "table.late_tap"}

MOST_TIMES = 4


class Kills:
    """A race played by a phone, and a service that is killed meanwhile.

    `kept`: the acknowledged acts. `unanswered`: kills while the phone waited; `lost`: those of them
    whose act was not stored. `answer_s`: seconds that the last answer took.
    """

    def __init__(self, service: Service, phone: Phone, chance: Random):
        self.service = service
        self.phone = phone
        self.chance = chance
        self.kept: list[Act] = []
        self.race: Callable[[], Any] = lambda: None
        self.unanswered = 0
        self.lost = 0
        self.done = 0
        self.answer_s = 0.0

    def begin(self, script: Script) -> None:
        """Start the next race."""
        reply = self.phone.post("/races", game="snow_tails", options=script.options)
        assert reply.status == 200, reply
        path = f"/races/{reply.body['id']}/export"
        self.race = lambda: self.phone.get(path)
        self.kept = []

    def act(self, act: Act) -> None:
        """Post an act and wait for its answer."""
        began = time.monotonic()
        assert self.phone.act(act).status == 200
        self.answer_s = time.monotonic() - began
        self.kept.append(act)

    def kill_under_way(self, act: Act) -> None:
        """Kill the service while an act is under way; then repeat the post."""
        key = self.phone.key()
        answer = self._cut_off(act, key)
        self._start()
        told = self.told()
        if answer is None:
            self.unanswered += 1
            assert told in (self.kept, [*self.kept, act])
            self.lost += told == self.kept
        else:
            assert told == [*self.kept, act]
        again = self.phone.act(act, key=key)
        assert again.status == 200, again
        assert answer is None or answer.body["events"] == again.body["events"]
        self.kept.append(act)
        assert self.told() == self.kept

    def kill_at_rest(self) -> None:
        """Kill the service while no post is pending."""
        self.service.kill()
        self._start()
        assert self.told() == self.kept

    def told(self) -> list[Act]:
        """The service's stored acts, after checking that its state follows from them."""
        race = self.race()
        acts = [entry["act"] for entry in race["acts"]]
        game = GAMES["snow_tails"]
        state = game.view(history.replay(game, race["options"], acts).state).state
        assert self.phone.get("/state")["state"] == json.loads(json.dumps(state))
        return acts

    def _start(self) -> None:
        """Restart it; sometimes it is killed once more while starting."""
        self.done += 1
        if self.chance.random() < 0.1:
            self.service.launch()
            select([], [], [], self.chance.uniform(0.0, 0.5))
            self.service.kill()
        self.service.start()

    def _cut_off(self, act: Act, key: str) -> Reply | None:
        """Send the act and kill the service within the time that the last answer took.

        So most kills hit an act under way, on any machine. Returns the answer, if one came.
        """
        path = "/undo" if act["act"] == "undo" else "/redo" if act["act"] == "redo" else "/acts"
        body = {"key": key} if path != "/acts" else {"key": key, "act": act}
        web = HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE_S)
        web.request("POST", f"/api/v1{path}", json.dumps(body), self.phone.headers)
        select([web.sock], [], [], self.chance.uniform(0.0, 0.6 * self.answer_s))
        self.service.kill()
        try:
            answer = web.getresponse()
            return Reply(answer.status, json.loads(answer.read()), {})
        except (OSError, HTTPException):
            return None
        finally:
            web.close()


def acts(kills: Kills, seed: int) -> Iterator[Act]:
    """The acts of endless races."""
    while True:
        script = Script(options(SEATS), seed)
        kills.begin(script)
        yield from script.acts
        assert kills.race()["result"] == script.state["result"]
        seed += 1


def killed(service: Service, phone: Phone, times: int, seed: int) -> Kills:
    """Play, and kill the service at least `times` times, two thirds of them during an act.

    If most kills come too late on a slow machine, more follow until half of `times` hit an act, at
    most `MOST_TIMES` as many.
    """
    chance = Random(seed)
    kills = Kills(service, phone, chance)
    for act in acts(kills, seed):
        enough = kills.done >= times and 2 * kills.unanswered >= times
        if enough or kills.done == MOST_TIMES * times:
            return kills
        dice = chance.random()
        if dice < 0.2:
            kills.kill_under_way(act)
        else:
            if dice < 0.3:
                kills.kill_at_rest()
            kills.act(act)
    raise AssertionError("races without end have ended")


@pytest.fixture
def slow_disk(tmp_path: Path) -> Iterator[Service]:
    """A service with the simulated room and a slow disk."""
    running = Service(tmp_path / "data", "--simulate", *SLOW_DISK)
    try:
        yield running.start()
    finally:
        running.stop()


def test_a_killed_service_keeps_every_answered_act(slow_disk: Service) -> None:
    kills = killed(slow_disk, Phone(slow_disk), 8, seed=2)
    with_seats = Stream(slow_disk)
    with_seats.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
    with_seats.close()
    assert kills.unanswered >= 4


@pytest.mark.long
@pytest.mark.timeout(900)
def test_fifty_kills_neither_lose_nor_invent_acts(slow_disk: Service) -> None:
    kills = killed(slow_disk, Phone(slow_disk), 50, seed=1)
    assert kills.unanswered >= 25
    assert 0 < kills.lost < kills.unanswered


class Blackouts:
    """A race by hands, at nodes that stay powered while the service is killed."""

    def __init__(self, service: Service, phone: Phone, room: OutsideRoom, chance: Random):
        self.service = service
        self.room = room
        self.chance = chance
        self.hands = Hands(phone, Stream(service), room)
        self.done = 0

    @property
    def stream(self) -> Stream:
        return self.hands.stream

    def connected(self) -> None:
        """Wait until every seat is connected."""
        self.stream.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))

    def do(self, act: Act) -> None:
        """Do an act; kill the service during half of those that take one movement."""
        movement = self.hands.short(act)
        if movement is None or self.chance.random() < 0.5:
            self.hands.do(act)
            return
        before = count(self.stream.live)
        self.hands.lift_all(but=act.get("seat"))
        self._kill_under(movement)
        told = self.stream.until(lambda live: count(live) > before or _late(live))
        self.connected()
        for seat in told["up"]:
            self.room.await_light(seat)
        self._counts_once(act, before)

    def _kill_under(self, movement: Callable[[], None]) -> None:
        """Kill the service before, during or at the worst moment of a movement, and restart it.

        The worst moment: the act is on disk, but its node has not been told.
        """
        kept = self._on_disk()
        moment = self.chance.choice((self.service.kill, self._soon, partial(self._kept, kept)))
        if moment == self.service.kill:
            self.service.kill()
            movement()
        else:
            movement()
            moment()
            self.service.kill()
        self.done += 1
        self.stream.close()
        self.service.start()
        self.hands.stream = Stream(self.service)

    def _soon(self) -> None:
        """Wait a random moment."""
        select([], [], [], self.chance.uniform(0.0, 0.15))

    def _kept(self, before: int) -> None:
        """Wait until one more act is on disk, or the movement came too late."""
        end = time.monotonic() + PATIENCE_S
        while self._on_disk() == before:
            live = self.hands.phone.get("/state")
            if _late(live):
                return
            assert time.monotonic() < end, (live["notices"], live["up"], live["state"])

    def _on_disk(self) -> int:
        """The number of acts in the file."""
        file = f"file:{self.service.data}/companion.db?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM act").fetchone()[0])

    def _counts_once(self, act: Act, before: int) -> None:
        """Check that the act counts once, or that a notice says it came too late."""
        live = self.hands.phone.get("/state")
        if _late(live):
            assert count(live) == before
            self.hands.post(act)
        self.stream.until(lambda live: count(live) > before)
        assert count(self.stream.live) == before + 1

    def close(self) -> None:
        """Close the connections."""
        self.stream.close()


def _late(live: Live) -> bool:
    return any(notice["key"] in LATE for notice in live["notices"])


def by_hand(service: Service, room: OutsideRoom, times: int, script: Script, most: int) -> None:
    """Play `most` acts of a race by hands, with `times` kills of the service."""
    played = script.acts[:most]
    phone = Phone(service)
    assert phone.post("/races", game="snow_tails", options=script.options).status == 200
    with closing(Blackouts(service, phone, room, Random(times))) as dark:
        dark.connected()
        for act in played:
            dark.do(act) if dark.done < times else dark.hands.do(act)
        assert dark.done == times
    race = phone.get("/races/1/export")
    kept = [plain(entry["act"]) for entry in race["acts"]]
    assert kept == [plain(act) for act in played]


def test_node_events_during_a_kill_count_once(
    outside: tuple[Service, OutsideRoom],
) -> None:
    by_hand(*outside, 4, Script(options(SEATS), 3), 16)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_node_events_over_twenty_kills_count_once(
    outside: tuple[Service, OutsideRoom],
) -> None:
    by_hand(*outside, 20, Script(options(SEATS), 1), 80)
