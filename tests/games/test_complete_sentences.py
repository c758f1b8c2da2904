"""All messages of the corpus are complete sentences.

The tests catch missing params and unknown keys (cases from surviving mutants).
"""

from collections.abc import Iterator

import pytest
from acts_page import EVERY_GAME, KEY_TABLES, documented_keys, of_game, section
from corpus import Vector, acts, options, vectors

from companion.errors import Refused
from companion.games import GAMES, history
from companion.games.game import Event
from companion.messages import languages, sentence

DOCUMENTED = documented_keys(
    section("acts.md", EVERY_GAME)
    + [row for game in GAMES for title in KEY_TABLES for row in of_game(game, title)]
)
"""Key -> names of its params, and its sentence."""

CUES = {
    "snow_tails": {
        "card": "played_card, tapped, tapped_instead",
        "crash": "edge_marked, sled_marked",
        "dents": "dents_edge, dents_empty, dents_late, dents_limit, dents_sapling, played_dents",
        "finished": "finished",
        "out": "out, retired",
        "winner": "winner",
    },
    "reindeer_races": {
        "card": "tapped, tapped_elves",
        "finished": "reward, reward_unknown",
        "winner": "winner",
    },
    "husky": {
        "card": "checkpoint, event, event_unknown, played, played_blocked, played_event, "
        "played_no_weather, played_unknown, weather, weather_unknown",
        "dents": "attacked, attacked_by, attacked_by_now, attacked_now",
        "finished": "finished",
        "out": "retired",
        "refused": "checkpoint_skipped, finish_early",
        "winner": "winner",
    },
}
"""Cue on a seat's strip -> the events that show it."""


def messages_of(vector: Vector) -> Iterator[Event | Refused]:
    """All events and refusals of a vector."""
    try:
        race = history.begin(GAMES[vector.game], options(vector))
    except Refused as refused:
        yield refused
        return
    yield from race.events
    for _, line in vector.lines:
        if line.startswith("= "):
            continue
        for act in acts(vector.game, line.removeprefix("no ").partition(" -- ")[0]):
            try:
                race, events = race.apply(act)
            except Refused as refused:
                yield refused
            else:
                yield from events


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.id)
def test_messages_of_the_corpus_are_complete_sentences(vector: Vector) -> None:
    """With exactly the documented params; only a sled without a place has `place` None."""
    for one in messages_of(vector):
        assert set(one.params) == DOCUMENTED[one.key][0], one.key
        missing = [name for name, value in one.params.items() if value is None]
        assert missing == ["place"] * one.key.endswith(".points_out"), one.key
        for lang in languages():
            text = sentence(one.key, one.params, lang)
            assert text != one.key, one.key
            assert not {"{", "}"} & set(text), (one.key, text)
            assert "None" not in text, (one.key, text)


@pytest.mark.parametrize("game", GAMES)
def test_each_cue_is_shown_by_its_events(game: str) -> None:
    shown: dict[str, set[str]] = {}
    for vector in vectors():
        for one in messages_of(vector) if vector.game == game else ():
            if isinstance(one, Event) and one.cue != "":
                shown.setdefault(one.cue, set()).add(one.key.removeprefix(f"{game}."))
    assert {cue: ", ".join(sorted(keys)) for cue, keys in shown.items()} == CUES[game]
