"""An exported race replays to its own result; a changed one is refused."""

import csv
import io
import json
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Refused
from companion.games import GAMES, history
from companion.library import export
from companion.library.spreadsheet import MARK
from companion.messages import say
from companion.store.store import Entry, SavedRace, Stamp, Start, Store, waited

OPTIONS = {
    "seats": [
        {"name": "Ada", "colour": "red", "place": 1},
        {"name": "=Bo", "colour": "blue", "place": 2},
    ],
    "limits": [4],
}


def played(seed: int, most: int = 150) -> tuple[list[dict[str, Any]], Any]:
    """The acts of a long random race, some of them undone, and its result."""
    chance = random.Random(seed)
    race = history.begin(GAMES["snow_tails"], OPTIONS)
    acts: list[dict[str, Any]] = []
    while len(acts) < most and not race.game.view(race.state).over:
        legal = [act for act in race.game.legal(race.state) if act["act"] not in ("retire", "end")]
        act = dict(chance.choice(legal))
        if race.can_undo and chance.random() < 0.1:
            act = {"act": "undo"}
        elif race.can_redo and chance.random() < 0.5:
            act = {"act": "redo"}
        after, _ = race.apply(act)
        if after is not race:
            acts.append(act)
        race = after
    if not race.game.view(race.state).over:
        acts.append({"act": "end"})
        race, _ = race.apply(acts[-1])
    return acts, race.game.view(race.state).state["result"]


def save(store: Store, seed: int) -> SavedRace:
    """Save the random race of this seed."""
    acts, result = played(seed)
    ids: list[int] = []
    stamp = Stamp(1_700_000_000.5, 1.5, "boot-1", True)
    start = Start("snow_tails", OPTIONS, stamp)
    waited(lambda then: ids.append(store.new_race(start, then)))
    for n, act in enumerate(acts, 1):
        stamp = Stamp(1_700_000_000.5 + n, 1.5 + n, "boot-1", n % 2 == 0)
        origin = {"kind": "phone", "device": "@Ada"}
        entry = Entry(n, act, stamp, origin, result=result if n == len(acts) else None)
        waited(lambda then, entry=entry: store.append(ids[0], entry, then))
    race = store.race(ids[0])
    assert race is not None
    return race


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        yield store


@pytest.fixture
def document(store: Store) -> dict[str, Any]:
    race = save(store, 1)
    return export.document(race, store.acts(race.id))


def refusal(race: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        export.replay(race)
    return caught.value


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_an_exported_race_replays_to_the_same_result(store: Store, form: str) -> None:
    for seed in range(1, 6):
        race = save(store, seed)
        text = export.write(export.document(race, store.acts(race.id)), form)
        again = export.read(text)
        assert again["result"] == race.result
        assert len(again["acts"]) == race.acts
        export.replay(again)


def test_the_header_has_the_final_position_and_state(document: dict[str, Any]) -> None:
    header = {name: document[name] for name in list(document)[:6]}
    assert header == {
        "format": "companion-race",
        "version": 1,
        "id": 1,
        "game": "snow_tails",
        "rules": 0,
        "options": OPTIONS,
    }
    assert document["wall"] == "2023-11-14T22:13:20.500Z"
    assert document["state"]["result"] == document["result"]
    assert document["position"].startswith("snow_tails/1 ")
    assert list(document)[-1] == "acts"
    assert document["acts"][0] == {
        "n": 1,
        "act": document["acts"][0]["act"],
        "wall": "2023-11-14T22:13:21.500Z",
        "wall_s": 1_700_000_001.5,
        "mono_s": 2.5,
        "boot": "boot-1",
        "clock_synced": False,
        "origin": {"kind": "phone", "device": "@Ada"},
    }


def test_csv_cells_are_never_formulas(document: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(export.write(document, "csv").removeprefix(MARK))))
    assert len(rows) == len(document["acts"])
    assert rows[0]["n"] == "1"
    assert rows[0]["device"] == "'@Ada"
    for row, entry in zip(rows, document["acts"], strict=True):
        fields = json.loads(row["fields"] or "{}")
        seat = {"seat": int(row["seat"])} if row["seat"] else {}
        assert {"act": row["act"], **seat, **fields} == entry["act"]


def test_csv_has_turn_times_as_the_language_writes_them(document: dict[str, Any]) -> None:
    document["acts"][0]["act"] = {"act": "done", "seat": 1, "took_s": 31.5}
    for lang, separator, took in (("en", ",", "31.5"), ("de", ";", "31,5"), ("fr", ";", "31,5")):
        text = export.write(document, "csv", lang).removeprefix(MARK)
        row = next(csv.DictReader(io.StringIO(text), delimiter=separator))
        assert (row["seat"], row["took_s"]) == ("1", took)
        assert json.loads(row["fields"]) == {"took_s": 31.5}


def test_a_changed_result_is_refused(document: dict[str, Any]) -> None:
    document["result"] = [{"seat": 1, "place": 1, "points": 5}]
    refused = refusal(document)
    assert (refused.key, refused.params) == ("saved.differs", {"fields": "result"})


def test_a_changed_state_is_refused(document: dict[str, Any]) -> None:
    document["state"]["round"] += 1
    assert refusal(document).params == {"fields": "round"}
    document["state"] = None
    assert refusal(document).params == {"fields": "state"}


def test_a_refused_act_is_reported_by_number(document: dict[str, Any]) -> None:
    document["acts"].insert(0, {"n": 0, "act": {"act": "done", "seat": 1}})
    refused = refusal(document)
    assert (refused.key, refused.params["n"]) == ("saved.act_refused", 0)
    document["acts"][0] = {"act": {"act": "fly"}}
    refused = refusal(document)
    assert (refused.key, refused.params["n"]) == ("saved.no_act", 1)
    assert say(refused, "en").startswith(
        "Act 1 of this race is not an act of its game: there is no act"
    )


def test_an_unknown_game_or_option_is_refused(document: dict[str, Any]) -> None:
    assert refusal({**document, "options": {"seats": []}}).key == "options.wrong_length"
    for game in ("chess", None, []):
        assert refusal({**document, "game": game}).key == "table.no_such_game"


def test_a_race_that_the_rules_reject_can_be_exported(store: Store) -> None:
    stamp = Stamp(float("1e300"), 0.0, "b", False)
    for game, act in (("snow_tails", {"act": "fly"}), ("chess", {"act": "tap"})):
        ids: list[int] = []
        start = Start(game, OPTIONS, stamp)
        waited(lambda then, start=start, ids=ids: ids.append(store.new_race(start, then)))
        entry = Entry(1, act, stamp)
        waited(lambda then, entry=entry, ids=ids: store.append(ids[0], entry, then))
        race = store.race(ids[0])
        assert race is not None
        document = export.document(race, store.acts(ids[0]))
        assert (document["position"], document["state"]) == (None, None)
        assert document["wall"] == "1970-01-01T00:00:00.000Z"
        assert document["acts"][0]["act"] == act


BAD_FILES = {
    "empty": ("", "saved.no_json"),
    "broken": ("{", "saved.no_json"),
    "very deep": ("[" * 100_000, "saved.no_json"),
    "a list": ("[1]", "saved.not_a_race"),
    "another format": ('{"format": "x"}', "saved.not_a_race"),
    "another version": ('{"format": "companion-race", "version": 2}', "saved.other_version"),
    "a version that only looks right": (
        '{"format": "companion-race", "version": true}',
        "saved.other_version",
    ),
    "half a character": ('{"format": "companion-race", "game": "\\ud800"}', "saved.no_json"),
    "no options": ('{"format": "companion-race", "version": 1}', "saved.not_a_race"),
    "acts that are none": (
        '{"format": "companion-race", "version": 1, "options": {}, "acts": [{"act": 1}]}',
        "saved.not_a_race",
    ),
    "a second line that is none": (
        '{"format": "companion-race", "version": 1, "options": {}}\n{"act',
        "saved.no_json",
    ),
    "lines without a header": ("[]\n{}", "saved.no_json"),
    "too large": (" " * 50_000_001, "saved.too_large"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_an_invalid_export_is_refused(name: str) -> None:
    text, key = BAD_FILES[name]
    with pytest.raises(Refused) as caught:
        export.read(text)
    assert caught.value.key == key


@settings(max_examples=100)
@given(st.text('[]{}":,\\n1', max_size=40))
def test_reading_any_text_raises_only_refused(text: str) -> None:
    with pytest.raises(Refused):
        export.read(text)


def test_csv_leaves_out_a_struck_time() -> None:
    when = Stamp(1_700_000_000.5, 1.5, "boot-1", True)
    done = {"act": "done", "seat": 1, "took_s": 9.5}
    acts = [
        *({"act": "tap", "seat": 1, "card": {"value": 4}, "slot": "left"}, done),
        *({"act": "undo"}, done, {"act": "untimed", "seat": 1}),
    ]
    race = SavedRace(1, "snow_tails", OPTIONS, when, {}, len(acts), None)
    entries = [Entry(n, act, when) for n, act in enumerate(acts, 1)]
    document = export.document(race, entries)
    rows = list(csv.DictReader(io.StringIO(export.write(document, "csv").removeprefix(MARK))))
    assert [row["took_s"] for row in rows] == ["", "9.5", "", "", ""]
    assert document["state"]["big_paws"] is None
    export.replay(document)
