"""All messages of a game in its corpus and a few random races."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from corpus import Player, acts, vectors
from trials import TRIALS

from companion.errors import Refused
from companion.games import GAMES, history
from companion.games.game import Keys, Say, View
from tests.games import random_play


class UsedMessages:
    """The message keys and params used by corpus and random races: key -> names of params.

    `inner`: the keys of messages within an event. `todo`: an instruction for each key; `said`: any
    other message for each key.
    """

    def __init__(self) -> None:
        self.events: dict[str, set[str]] = {}
        self.refusals: dict[str, set[str]] = {}
        self.labels: dict[str, set[str]] = {}
        self.inner: set[str] = set()
        self.todo: dict[str, Say] = {}
        self.said: dict[str, Say] = {}

    def apply(self, race: history.History, act: Mapping[str, Any]) -> history.History:
        try:
            race, events = race.apply(act)
        except Refused as refused:
            self.refusals.setdefault(refused.key, set()).update(refused.params)
            self.said[refused.key] = Say(refused.key, refused.params)
            return race
        for event in events:
            self.events.setdefault(event.key, set()).update(event.params)
            self.inner.update(inner.key for inner in says(event.params))
            self.said[event.key] = Say(event.key, event.params)
        self.look(race.game.view(race.state))
        return race

    def begin(self, race: history.History) -> history.History:
        for event in race.events:
            self.events.setdefault(event.key, set()).update(event.params)
            self.said[event.key] = Say(event.key, event.params)
        return race

    def look(self, view: View) -> None:
        for seat in view.seats:
            keys = [
                key
                for menu in seat.keys.values()
                for both in menu.values()
                for key in pressed_and_held(both)
            ]
            self.labels_of(self.said, [key.label for key in [*keys, *seat.extra]])
            self.labels_of(self.todo, [*seat.todo, *seat.ticks])
        self.labels_of(self.todo, view.todo)

    def labels_of(self, kind: dict[str, Say], texts: Iterable[Say]) -> None:
        for text in texts:
            kind[text.key] = text
            self.label(text)

    def label(self, text: Say) -> None:
        self.labels.setdefault(text.key, set()).update(text.params)
        for inner in says(text.params):
            self.label(inner)


def says(params: Mapping[str, Any]) -> list[Say]:
    """The messages among the params of another one."""
    each = [x for one in params.values() for x in (one if isinstance(one, list | tuple) else [one])]
    return [one for one in each if isinstance(one, Say)]


def pressed_and_held(keys: Keys) -> list[Any]:
    return [key for key in (keys.press, keys.hold) if key is not None]


def used_messages(game: str, found: UsedMessages | None = None) -> UsedMessages:
    """The messages of the corpus and of two random races. `found`: collects them."""
    found = found or UsedMessages()
    for vector in [vector for vector in vectors() if vector.game == game]:
        try:
            race = found.begin(Player(vector).race)
        except Refused as refused:
            found.refusals.setdefault(refused.key, set()).update(refused.params)
            continue
        for _, line in vector.lines:
            if not line.startswith("= "):
                for act in acts(game, line.removeprefix("no ").split(" -- ")[0]):
                    race = found.apply(race, act)
    for seed in range(2):
        rng = Random(seed)
        race = history.begin(GAMES[game], TRIALS[game].options(rng))
        for act in random_play.wander(race, rng):
            race = found.apply(race, act)
    return found
