"""docs/acts*.md compared with the code: acts, fields, state fields and message keys."""

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from string import Formatter
from typing import Any

import pytest
from acts_page import (
    EVERY_GAME,
    KEY_TABLES,
    Fields,
    bad,
    bare,
    corrections,
    documented_acts,
    documented_keys,
    fits,
    good,
    leaves,
    of_game,
    sample,
    section,
    with_value,
    without,
)
from babel.messages.pofile import read_po
from corpus import play, vectors
from shared import shown
from trials import TRIALS
from used_messages import UsedMessages, used_messages

from companion import messages
from companion.errors import Malformed, Refused
from companion.games import GAMES, history
from tests.games import random_play

WRONG = ("missing_field", "not_one_of", "out_of_range", "unknown_field", "wrong_length")
SHARED = (
    *("act.", "button.", "correct.", "did.", "history.", "options.", "referee."),
    *(f"box.{problem}" for problem in (*WRONG, "wrong_type")),
)
"""The prefixes of message keys shared by all games; a game's own begin with its name."""

messages_of = cache(used_messages)


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    """Every game by its name."""
    return str(request.param)


def objection(game: str, act: Mapping[str, Any]) -> Refused | None:
    """The objection to the act's fields; None if only the rules can object."""
    race = history.begin(GAMES[game], TRIALS[game].SMALL)
    try:
        race.apply(act)
    except Refused as refused:
        return refused if refused.key.startswith("act.") else None
    return None


def objects_to(game: str, act: Mapping[str, Any], field: str) -> bool:
    refused = objection(game, act)
    return refused is not None and str(refused.params["field"]).startswith(field)


def known_acts(game: str) -> list[str]:
    with pytest.raises(Malformed) as caught:
        history.begin(GAMES[game], TRIALS[game].SMALL).apply({"act": "fly"})
    return str(caught.value.params["known"]).split(", ")


def test_documented_acts_are_the_existing_ones(game: str) -> None:
    assert known_acts(game) == list(documented_acts(game))
    for name in documented_acts(game):
        assert not objects_to(game, {"act": name}, "act")


def inside(fields: Fields, parent: str) -> list[str]:
    """The names of the fields inside this one ("": of the act)."""
    return [path.rpartition(".")[2] for path in fields if path.rpartition(".")[0] == parent]


def test_documented_fields_of_acts_are_the_existing_ones(game: str) -> None:
    for name, fields in documented_acts(game).items():
        for parent in {path.rpartition(".")[0] for path in fields} | {""}:
            wings = f"{parent}.wings".strip(".")
            refused = objection(game, with_value(sample(name, fields), wings, 2))
            assert refused is not None, name
            assert (refused.key, refused.params["field"]) == ("act.unknown_field", wings)
            known = refused.params["known"].split(", ")
            assert sorted(known) == sorted(inside(fields, parent) or ["act"])


FIELDS = [
    pytest.param(game, name, fields, path, id=f"{game}.{name}.{path}")
    for game in GAMES
    for name, fields in documented_acts(game).items()
    for path in fields
]


@pytest.mark.parametrize(("game", "name", "fields", "path"), FIELDS)
def test_field_accepts_its_documented_values(
    game: str, name: str, fields: Fields, path: str
) -> None:
    act, (kind, needed) = sample(name, fields), fields[path]
    assert objects_to(game, without(act, path), path) == needed
    if kind == "`{…}`":
        return
    for value in good(kind):
        assert not objects_to(game, with_value(act, path, value), path), value
    for value in bad(kind):
        assert objects_to(game, with_value(act, path, value), path), value


CORRECTIONS = [
    pytest.param(game, whose, figure, kind, id=f"{game}.{figure}")
    for game in GAMES
    for whose, figures in corrections(game).items()
    for figure, kind in figures
]


@pytest.mark.parametrize(("game", "whose", "figure", "kind"), CORRECTIONS)
def test_correction_accepts_its_documented_values(
    game: str, whose: str, figure: str, kind: str
) -> None:
    act = {"act": "correct"} | ({"seat": 1} if whose == "seat" else {})
    of_seats = bare(kind.partition(" or ")[0]).strip("[]") == "1…6"
    for value in good(kind)[: 1 if of_seats or "…`" in kind else None]:
        assert not objects_to(game, {**act, "set": {figure: value}}, "set"), value
    for value in bad(kind):
        assert objects_to(game, {**act, "set": {figure: value}}, f"set.{figure}"), value


def test_documented_figures_of_corrections_are_the_existing_ones(game: str) -> None:
    for whose, figures in corrections(game).items():
        act = {"act": "correct"} | ({"seat": 1} if whose == "seat" else {})
        refused = objection(game, {**act, "set": {"wings": 1}})
        assert refused is not None
        assert refused.params["known"].split(", ") == [figure for figure, _ in figures]


def refused_options(game: str, options: Mapping[str, Any]) -> Refused | None:
    try:
        GAMES[game].setup(options)
    except Refused as refused:
        return refused
    return None


def set_option(game: str, path: str, value: Any) -> dict[str, Any]:
    """The options with a value at a path; `seats.…` is the first seat's."""
    small = {**TRIALS[game].SMALL, **TRIALS[game].NEEDS.get(path, {})}
    if path.startswith("seats."):
        first, *others = small["seats"]
        return {**small, "seats": [{**first, path[6:]: value}, *others]}
    return {**small, path: value}


OPTIONS = [
    pytest.param(game, bare(path), kind, needed != "no", id=f"{game}.{bare(path)}")
    for game in GAMES
    for path, kind, needed, _ in of_game(game, "Options")
]


@pytest.mark.parametrize(("game", "path", "kind", "needed"), OPTIONS)
def test_option_accepts_its_documented_values(
    game: str, path: str, kind: str, needed: bool
) -> None:
    left_out = set_option(game, path, None)
    target = left_out["seats"][0] if path.startswith("seats.") else left_out
    del target[path.removeprefix("seats.")]
    assert (refused_options(game, left_out) is not None) == needed
    if path == "seats":
        return
    for value in TRIALS[game].SETTINGS.get(path) or good(kind):
        assert refused_options(game, set_option(game, path, value)) is None, value
    for value in bad(kind.replace(" or `{…}`", "")):
        refused = refused_options(game, set_option(game, path, value))
        assert refused is not None, value
        assert path.rpartition(".")[2] in refused.params["field"]


def test_documented_options_are_the_existing_ones(game: str) -> None:
    paths = [bare(row[0]) for row in of_game(game, "Options")]
    refused = refused_options(game, {**TRIALS[game].SMALL, "wings": 2})
    assert refused is not None
    assert refused.params["known"].split(", ") == [path for path in paths if "." not in path]
    refused = refused_options(game, set_option(game, "seats.wings", 2))
    assert refused is not None
    assert [f"seats.{name}" for name in refused.params["known"].split(", ")] == [
        path for path in paths if "." in path
    ]


# The state


def states(game: str) -> Iterator[Mapping[str, Any]]:
    for seed in range(3):
        rng = Random(seed)
        race = history.begin(GAMES[game], TRIALS[game].options(rng))
        for act in random_play.wander(race, rng):
            race, _ = race.apply(act)
            yield shown(race)
    for vector in vectors():
        player = play(vector) if vector.game == game else None
        if player is not None:
            yield player.state()


def test_documented_state_fields_are_the_existing_ones(game: str) -> None:
    kinds = {bare(row[0]): row[1] for row in of_game(game, "State")}
    parents = {path.rpartition(".")[0] for path in kinds}
    found: set[str] = set()
    for state in states(game):
        for path, value in leaves(state, "", parents):
            found.add(path)
            assert path in kinds, path
            assert fits(kinds[path], value), (path, value)
    assert found == kinds.keys()


# Message keys


def shared_keys() -> dict[str, tuple[set[str], str]]:
    return documented_keys(section("acts.md", EVERY_GAME))


def own_keys(game: str, *titles: str) -> dict[str, tuple[set[str], str]]:
    return documented_keys([row for title in titles for row in of_game(game, title)])


def catalogue(*prefixes: str) -> dict[str, str]:
    """The English sentences of these keys, the plural if there are two forms.

    `did.…` also names acts on a season; only the acts of games are meant.
    """
    path = messages.LOCALES / "en" / "LC_MESSAGES" / "companion.po"
    with path.open("rb") as file:
        entries = [entry for entry in read_po(file) if entry.id]
    acts = {name for game in GAMES for name in documented_acts(game)}
    sentences = {}
    for entry in entries:
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        of_elsewhere = key.startswith("did.") and key[4:] not in acts
        if key.startswith(prefixes) and not of_elsewhere:
            text = entry.string if isinstance(entry.string, str) else entry.string[-1]
            sentences[key] = text
    return sentences


def sentences(keys: Mapping[str, tuple[set[str], str]]) -> dict[str, str]:
    return {key: sentence for key, (_, sentence) in keys.items()}


def test_documented_shared_messages_are_the_existing_ones() -> None:
    assert sentences(shared_keys()) == catalogue(*SHARED)


def test_documented_messages_of_a_game_are_the_existing_ones(
    game: str,
) -> None:
    assert sentences(own_keys(game, *KEY_TABLES)) == catalogue(f"{game}.")


@pytest.mark.parametrize(("title", "what"), [("Events", "events"), ("Refusals", "refusals")])
def test_events_and_refusals_are_in_their_own_tables(game: str, title: str, what: str) -> None:
    documented = own_keys(game, title) | shared_keys()
    for key, params in getattr(messages_of(game), what).items():
        assert key in documented
        assert documented[key][0] == params, key


def test_labels_are_documented_with_their_params(game: str) -> None:
    """An instruction may quote an event, such as the reason of a played sled."""
    documented = own_keys(game, KEY_TABLES[2])
    quoted = own_keys(game, "Events") | shared_keys()
    used: UsedMessages = messages_of(game)
    for key, params in used.labels.items():
        assert (documented | quoted)[key][0] == params, key
    assert documented.keys() - used.labels.keys() - used.inner == set()


def test_corpus_covers_every_event_and_reachable_refusal(game: str) -> None:
    used: UsedMessages = messages_of(game)
    assert own_keys(game, "Events").keys() - used.events.keys() == set()
    unreached = own_keys(game, "Refusals").keys() - used.refusals.keys()
    assert unreached == TRIALS[game].UNREACHED


def test_sentences_use_only_documented_params(game: str) -> None:
    for key, (params, sentence) in (own_keys(game, *KEY_TABLES) | shared_keys()).items():
        holes = {hole for _, hole, _, _ in Formatter().parse(sentence) if hole}
        assert holes <= params, key
