"""docs/acts.md against the code: every act, field, state field and message key, and no other."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po
from corpus import Player, acts, play, vectors

from companion import bots, history, messages
from companion.errors import Malformed, Refused
from companion.games import GAMES
from companion.games.game import Keys, Say, View

DOCS = Path(__file__).parents[2] / "docs" / "acts.md"
GAME = GAMES["snow_tails"]
PREFIXES = ("act.", "did.", "history.", "options.", "referee.", "snow_tails.")
OPTIONS: Mapping[str, Any] = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 2, "name": "Bob", "colour": "blue", "place": 2},
    ],
    "limits": [4, 5],
}


def section(title: str) -> list[list[str]]:
    """The cells of the first table under a heading, code marks taken off."""
    text = DOCS.read_text("utf-8").split(f"### {title}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[2:]]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in rows]


def bare(cell: str) -> str:
    return cell.strip("`")


def documented_acts() -> dict[str, dict[str, tuple[str, bool]]]:
    """Act -> path of a field -> its type, and whether it is needed."""
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for name, path, kind, needed, _ in section("Acts"):
        if name:
            fields = found.setdefault(bare(name), {})
        if path:
            fields[bare(path)] = (kind, needed == "yes")
    return found


# What a type in the page means: values that it takes, and values that it does not.


def good(kind: str) -> list[Any]:
    """Values of a documented type, its limits among them."""
    kind, _, or_null = kind.partition(" or ")
    kind = bare(kind)
    if listed := re.fullmatch(r"\[(.*)\]", kind):
        values: list[Any] = [[], [good(listed[1])[0]]]
    elif span := re.fullmatch(r"(-?\d+)…(\d*)", kind):
        values = [int(span[1]), int(span[2] or int(span[1]) + 7)]
    elif kind in ("text", "seconds", "true|false", "{…}"):
        values = {"text": ["x"], "seconds": [0, 1.5], "true|false": [True, False], "{…}": [{}]}[
            kind
        ]
    else:
        values = [int(word) if re.fullmatch(r"-?\d+", word) else word for word in kind.split("|")]
    return [*values, None] if or_null == "`null`" else values


def bad(kind: str) -> list[Any]:
    """Values that a documented type leaves out."""
    kind, _, or_null = kind.partition(" or ")
    kind = bare(kind)
    values: list[Any] = [] if or_null == "`null`" else [None]
    if listed := re.fullmatch(r"\[(.*)\]", kind):
        return [*values, "x", 1, *([one] for one in bad(listed[1]))]
    if span := re.fullmatch(r"(-?\d+)…(\d*)", kind):
        below, above = int(span[1]) - 1, [int(span[2]) + 1] if span[2] else []
        return [*values, below, *above, True, "1", float(span[1]), [1]]
    named = {"text": [1, True], "seconds": [-1, "1", True], "true|false": [0, 1, "yes"]}
    return [*values, *named.get(kind, ["z", 7, True, [1]])]


def with_value(act: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The act with another value at a path."""
    first, _, rest = path.partition(".")
    return {**act, first: with_value(act[first], rest, value) if rest else value}


def without(act: Mapping[str, Any], path: str) -> dict[str, Any]:
    first, _, rest = path.partition(".")
    if rest:
        return {**act, first: without(act[first], rest)}
    return {name: value for name, value in act.items() if name != first}


def sample(name: str, fields: Mapping[str, tuple[str, bool]]) -> dict[str, Any]:
    """An act with all its documented fields."""
    act: dict[str, Any] = {"act": name}
    for path, (kind, _) in fields.items():
        act = with_value(act, path, good(kind)[-1])
    return act


def complaint(act: Mapping[str, Any]) -> Refused | None:
    """What the game finds wrong with the act's fields; None if only its rules may object."""
    race = history.begin(GAME, OPTIONS)
    try:
        race.apply(act)
    except Refused as refused:
        return refused if refused.key.startswith("act.") else None
    return None


def complains_of(act: Mapping[str, Any], field: str) -> bool:
    refused = complaint(act)
    return refused is not None and str(refused.params["field"]).startswith(field)


ACT_FIELDS = [
    pytest.param(name, fields, path, kind, needed, id=f"{name}.{path}")
    for name, fields in documented_acts().items()
    for path, (kind, needed) in fields.items()
    if name not in ("undo", "redo")
]


def test_every_act_is_documented_and_no_other() -> None:
    assert known_acts() == ", ".join(documented_acts())
    for name in documented_acts():
        assert not complains_of({"act": name}, "act")


def known_acts() -> str:
    with pytest.raises(Malformed) as caught:
        history.begin(GAME, OPTIONS).apply({"act": "fly"})
    return str(caught.value.params["known"])


@pytest.mark.parametrize("name", documented_acts())
def test_every_field_of_an_act_is_documented_and_no_other(name: str) -> None:
    fields = documented_acts()[name]
    refused = complaint({**sample(name, fields), "wings": 2})
    assert refused is not None
    assert (refused.key, refused.params["field"]) == ("act.unknown_field", "wings")
    known = [path for path in fields if "." not in path]
    assert refused.params["known"] == ", ".join(known)
    if name == "tap":
        refused = complaint(with_value(sample(name, fields), "card.wings", 2))
        assert refused is not None
        assert refused.params["known"].split(", ") == ["colour", "value", "copy"]
        assert {path[5:] for path in fields if "." in path} == {"colour", "value", "copy"}


@pytest.mark.parametrize(("name", "fields", "path", "kind", "needed"), ACT_FIELDS)
def test_a_field_takes_what_is_documented(
    name: str, fields: Mapping[str, tuple[str, bool]], path: str, kind: str, needed: bool
) -> None:
    act = sample(name, fields)
    assert complains_of(without(act, path), path) == needed
    if kind == "`{…}`":
        return
    for value in good(kind):
        assert not complains_of(with_value(act, path, value), path), value
    for value in bad(kind):
        assert complains_of(with_value(act, path, value), path), value


CORRECTIONS = [
    pytest.param({"seat": 1} if of_sled else {}, bare(figure), kind, id=bare(figure))
    for number, (_, figure, kind, _) in enumerate(section("What `correct` sets"))
    for of_sled in [number < [row[0] for row in section("What `correct` sets")].index("the race")]
]


@pytest.mark.parametrize(("whose", "figure", "kind"), CORRECTIONS)
def test_a_correction_takes_what_is_documented(
    whose: Mapping[str, Any], figure: str, kind: str
) -> None:
    of_seats = bare(kind.partition(" or ")[0]).strip("[]") == "1…6"
    for value in good(kind)[: 1 if of_seats or "…`" in kind else None]:
        act = {"act": "correct", **whose, "set": {figure: value}}
        assert not complains_of(act, "set"), value
    for value in bad(kind):
        act = {"act": "correct", **whose, "set": {figure: value}}
        assert complains_of(act, f"set.{figure}"), value


def test_every_figure_of_a_correction_is_documented() -> None:
    rows = section("What `correct` sets")
    split = [row[0] for row in rows].index("the race")
    for whose, part in (({"seat": 1}, rows[:split]), ({}, rows[split:])):
        refused = complaint({"act": "correct", **whose, "set": {"wings": 1}})
        assert refused is not None
        assert refused.params["known"].split(", ") == [bare(row[1]) for row in part]


def refused_options(options: Mapping[str, Any]) -> Refused | None:
    try:
        GAME.setup(options)
    except Refused as refused:
        return refused
    return None


def set_option(path: str, value: Any) -> dict[str, Any]:
    """OPTIONS with a value at a path; `seats.…` is the first seat's."""
    if path.startswith("seats."):
        first, *others = OPTIONS["seats"]
        return {**OPTIONS, "seats": [{**first, path[6:]: value}, *others]}
    return {**OPTIONS, path: value}


@pytest.mark.parametrize("row", section("Options"), ids=lambda row: bare(row[0]))
def test_an_option_takes_what_is_documented(row: list[str]) -> None:
    path, kind, needed, _ = bare(row[0]), row[1], row[2] == "yes", row[3]
    left_out = set_option(path, None)
    target = left_out["seats"][0] if path.startswith("seats.") else left_out
    del target[path.removeprefix("seats.")]
    assert (refused_options(left_out) is not None) == needed
    if path == "seats":
        return
    for value in good(kind) if path != "deck" else [2, 20]:
        assert refused_options(set_option(path, value)) is None, value
    for value in bad(kind.replace(" or `{…}`", "")):
        refused = refused_options(set_option(path, value))
        assert refused is not None, value
        assert path.rpartition(".")[2] in refused.params["field"]


def test_every_option_is_documented_and_no_other() -> None:
    paths = [bare(row[0]) for row in section("Options")]
    refused = refused_options({**OPTIONS, "wings": 2})
    assert refused is not None
    assert refused.params["known"].split(", ") == [path for path in paths if "." not in path]
    refused = refused_options(set_option("seats.wings", 2))
    assert refused is not None
    assert [f"seats.{name}" for name in refused.params["known"].split(", ")] == [
        path for path in paths if "." in path
    ]


# The state.


def states() -> Iterator[Mapping[str, Any]]:
    for seed in range(3):
        race = history.begin(GAME, OPTIONS)
        for act in bots.play(GAME, OPTIONS, Random(seed)):
            race, _ = race.apply(act)
            yield json.loads(json.dumps(GAME.view(race.state).state))
    for vector in vectors():
        player = play(vector)
        if player is not None:
            yield player.state()


def leaves(value: Any, path: str, parents: set[str]) -> Iterator[tuple[str, Any]]:
    """Every documented path that a state has, and its value there."""
    if path:
        yield path, value
    inner = value if isinstance(value, list) else [value]
    for one in inner:
        if isinstance(one, dict) and path in parents:
            for name, each in one.items():
                yield from leaves(each, f"{path}.{name}" if path else name, parents)


def fits(kind: str, value: Any) -> bool:
    """Whether a value is of a documented type."""
    kind, _, or_null = kind.partition(" or ")
    kind = bare(kind)
    if value is None:
        return or_null == "`null`"
    if listed := re.fullmatch(r"\[(.*)\]", kind):
        return isinstance(value, list) and all(fits(listed[1], one) for one in value)
    if span := re.fullmatch(r"(-?\d+)…(\d*)", kind):
        return type(value) is int and int(span[1]) <= value <= int(span[2] or value)
    types = {"text": str, "{…}": dict, "true|false": bool}
    return type(value) is types[kind] if kind in types else value in kind.split("|")


def test_the_state_is_documented_field_by_field_and_no_other() -> None:
    kinds = {bare(row[0]): row[1] for row in section("State")}
    parents = {path.rpartition(".")[0] for path in kinds}
    found: set[str] = set()
    for state in states():
        for path, value in leaves(state, "", parents):
            found.add(path)
            assert path in kinds, path
            assert fits(kinds[path], value), (path, value)
    assert found == kinds.keys()


# Message keys.


class Said:
    """Everything that the corpus and a few races say: key -> names of params, by what it is."""

    def __init__(self) -> None:
        self.events: dict[str, set[str]] = {}
        self.refusals: dict[str, set[str]] = {}
        self.labels: dict[str, set[str]] = {}

    def apply(self, race: history.Race, act: Mapping[str, Any]) -> history.Race:
        try:
            race, events = race.apply(act)
        except Refused as refused:
            self.refusals.setdefault(refused.key, set()).update(refused.params)
            return race
        for event in events:
            self.events.setdefault(event.key, set()).update(event.params)
        self.look(race.game.view(race.state))
        return race

    def begin(self, race: history.Race) -> history.Race:
        for event in race.events:
            self.events.setdefault(event.key, set()).update(event.params)
        return race

    def look(self, view: View) -> None:
        for seat in view.seats:
            keys = [
                key for menu in seat.keys.values() for both in menu.values() for key in pair(both)
            ]
            for said in [*seat.todo, *(key.label for key in [*keys, *seat.extra])]:
                self.label(said)
        for said in view.todo:
            self.label(said)

    def label(self, said: Say) -> None:
        self.labels.setdefault(said.key, set()).update(said.params)
        for param in said.params.values():
            for inner in param if isinstance(param, list | tuple) else [param]:
                if isinstance(inner, Say):
                    self.label(inner)


def pair(keys: Keys) -> list[Any]:
    return [key for key in (keys.press, keys.hold) if key is not None]


@pytest.fixture(scope="module")
def said() -> Said:
    found = Said()
    for vector in vectors():
        try:
            race = found.begin(Player(vector).race)
        except Refused as refused:
            found.refusals.setdefault(refused.key, set()).update(refused.params)
            continue
        for _, line in vector.lines:
            for act in (
                [] if line.startswith("= ") else acts(line.removeprefix("no ").split(" -- ")[0])
            ):
                race = found.apply(race, act)
    for seed in range(2):
        race = history.begin(GAME, OPTIONS)
        for act in bots.play(GAME, OPTIONS, Random(seed)):
            race = found.apply(race, act)
    return found


KEY_TABLES = (
    "Message keys of every game",
    "Events",
    "Refusals",
    "What to do, and what the buttons do",
)


def documented_keys(*titles: str) -> dict[str, tuple[set[str], str]]:
    """Key -> names of its params, sentence."""
    rows = [row for title in titles for row in section(title)]
    return {
        bare(key): ({bare(name) for name in params.split(", ") if name}, sentence)
        for key, params, sentence in rows
    }


def catalogue() -> dict[str, str]:
    """The English sentences of the games' keys; of two forms the plural.

    `did.…` also names what people do to a season; only the acts of games belong here.
    """
    path = messages.LOCALES / "en" / "LC_MESSAGES" / "companion.po"
    with path.open("rb") as file:
        entries = [entry for entry in read_po(file) if entry.id]
    sentences = {}
    for entry in entries:
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        of_elsewhere = key.startswith("did.") and key[4:] not in documented_acts()
        if key.startswith(PREFIXES) and not of_elsewhere:
            text = entry.string if isinstance(entry.string, str) else entry.string[-1]
            sentences[key] = text
    return sentences


def test_every_message_key_is_documented_with_its_sentence_and_no_other() -> None:
    documented = {key: sentence for key, (_, sentence) in documented_keys(*KEY_TABLES).items()}
    assert documented == catalogue()


@pytest.mark.parametrize(("title", "what"), [("Events", "events"), ("Refusals", "refusals")])
def test_events_and_refusals_are_documented_as_what_they_are(
    title: str, what: str, said: Said
) -> None:
    documented = documented_keys(title, KEY_TABLES[0])
    for key, params in getattr(said, what).items():
        assert key in documented
        assert documented[key][0] == params, key


def test_labels_are_documented_with_their_params(said: Said) -> None:
    documented = documented_keys(KEY_TABLES[3])
    for key, params in said.labels.items():
        assert documented[key][0] == params, key
    assert documented.keys() - said.labels.keys() == set()


def test_the_corpus_meets_every_event_and_every_refusal_but_that_of_the_notation(
    said: Said,
) -> None:
    assert documented_keys("Events").keys() - said.events.keys() == set()
    unsaid = documented_keys("Refusals").keys() - said.refusals.keys()
    assert unsaid == {"snow_tails.notation"}


def test_a_sentence_uses_no_param_that_is_not_documented() -> None:
    for key, (params, sentence) in documented_keys(*KEY_TABLES).items():
        holes = {hole for _, hole, _, _ in Formatter().parse(sentence) if hole}
        assert holes <= params, key
