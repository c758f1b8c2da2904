"""Power cuts: unsynced data may be lost, torn, or written in any order.

An evening is played once on a disk that records all writes and syncs. Then the files are rebuilt as
they may be after a cut at any moment: synced data is there; each unsynced write is kept, lost, or
torn at a sector. The page checksums of that moment are beside the file and match each time, so no
scan is needed.
"""

import shutil
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from companion.bench import players
from companion.games import GAMES, history
from companion.store.file import NAME
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.wal import log_of
from companion.store.store import Tagged, waited
from tests.table.table_actor import OPTIONS, Actor
from tests.torture.disk import OK, Disk, Event
from tests.torture.files import Files

GAME = GAMES["snow_tails"]
ACTS_A_RACE = 120
TAG_EVERY = 10
SEAL = f"{NAME}.seal"


class Evening:
    """The posts of an evening, in order. A note "answered" n: the first n are acknowledged."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.disk = Disk()
        self.disk.fault = self._look
        self._seal = b""
        self.asked: list[tuple[str, Mapping[str, Any]]] = []
        self.sessions: list[str] = []

    def play(self, races: int) -> None:
        """Play this many races with set-up, acts, undo, redo, learned tags and restarts."""
        with self.disk.watching():
            for race in range(races):
                with closing(Actor(self.folder)) as actor:
                    actor.keys = len(self.asked) * 2  # a key that no earlier race used
                    self.sessions.append(actor.store.next_session())
                    actor.post("first", "host")
                    self._race(actor, Random(race))

    def _race(self, actor: Actor, rng: Random) -> None:
        self._ask("race", OPTIONS)
        assert actor.post("race", game="snow_tails", options=OPTIONS, replace=None).status == 200
        self._answered()
        for number, act in enumerate(players.play(GAME, OPTIONS, rng)[:ACTS_A_RACE]):
            self._ask("act", act)
            assert actor.act(**act).status == 200, act
            self._answered()
            if number % TAG_EVERY == 0:
                self._learn(actor)

    def _learn(self, actor: Actor) -> None:
        uid = f"04{len(self.asked):012X}"
        piece = {"kind": "dog", "colour": uid, "value": 1, "copy": 1}
        self._ask("tag", {"uid": uid})
        waited(lambda then: actor.store.put_tags([Tagged(uid, "snow_tails", piece)], then))
        self._answered()

    def _look(self, kind: str, path: str) -> int:
        """Note a new seal before each operation."""
        seal = self.folder / SEAL
        if seal.exists() and (now := seal.read_bytes()) != self._seal:
            self._seal = now
            self.disk.events.append(Event("seal", "", data=now))
        return OK

    def _ask(self, kind: str, what: Mapping[str, Any]) -> None:
        self.asked.append((kind, what))
        self.disk.note("asked", len(self.asked))

    def _answered(self) -> None:
        self.disk.note("answered", len(self.asked))


def power_loss(count: int, folder: Path) -> str:
    """Cut the power this many times over one evening."""
    evening = Evening(folder / "evening")
    evening.play(max(2, min(8, count // 100)))
    chance = Random(count)
    events = evening.disk.events
    cuts = sorted(chance.randrange(len(events) + 1) for _ in range(count))
    files, asked, answered, lost = Files(evening.folder), 0, 0, 0
    done, seal = 0, b""
    for cut in cuts:
        for event in events[done:cut]:
            files.see(event)
            seal = event.data if event.kind == "seal" else seal
            asked = event.at if event.kind == "asked" else asked
            answered = event.at if event.kind == "answered" else answered
        done = cut
        _cut(files, folder / "after", chance, seal)
        kept = _after(folder / "after", evening)
        assert answered <= kept <= asked, (cut, answered, kept, asked)
        lost += asked - kept
    syncs = sum(event.kind == "sync" for event in events)
    return f"{len(evening.asked)} asked, {syncs} syncs; nothing answered lost, {lost} unanswered"


def _cut(files: Files, folder: Path, chance: Random, seal: bytes) -> None:
    """Write the files as they are after a cut."""
    shutil.rmtree(folder, ignore_errors=True)
    files.cut(folder, chance)
    if seal:
        (folder / SEAL).write_bytes(seal)
        assert PageSums(folder / NAME).fit(log_of(folder / NAME))


def _after(folder: Path, evening: Evening) -> int:
    """The number of posts that survived the cut; those before them must have, too."""
    with closing(Actor(folder)) as actor:
        assert actor.store.damage is None, actor.store.damage
        kept = _kept(actor, evening.asked)
        session = actor.store.next_session()
        assert session not in evening.sessions[: len(actor.store.races())], session
        _same_turn(actor)
        return kept


def _kept(actor: Actor, asked: Iterable[tuple[str, Mapping[str, Any]]]) -> int:
    """The number of stored posts, which must be the first ones, without gaps."""
    store = actor.store
    tags = {tag.uid for tag in store.tags()}
    races = [[entry.act for entry in store.acts(race.id)] for race in reversed(store.races())]
    there, race, acts = 0, 0, 0
    for kind, what in asked:
        if kind == "race" and race < len(races):
            race, acts = race + 1, 0
        elif kind == "act" and race and acts < len(races[race - 1]):
            assert races[race - 1][acts] == {**what}, (race, acts, what)
            acts += 1
        elif kind == "tag" and what["uid"] in tags:
            tags.discard(str(what["uid"]))
        else:
            break
        there += 1
    assert not tags, tags
    assert (race, acts) == (len(races), len(races[-1]) if races else 0)
    return there


def _same_turn(actor: Actor) -> None:
    """Check that the table's state follows from the stored acts."""
    race = actor.store.current_race()
    if race is None:
        assert actor.table.snapshot.race is None
        return
    acts = [entry.act for entry in actor.store.acts(race.id)]
    state = GAME.view(history.replay(GAME, race.options, acts).state).state
    assert actor.state == state
