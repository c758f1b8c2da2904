"""What leaves the table, message by message."""

import json
from dataclasses import replace
from typing import Any

from companion.hall_link.payloads import Origin, Publications
from companion.hall_link.topics import Message, Topics
from companion.store.records import Entry, SavedRace, Stamp

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)
PLAYERS = [{"seat": 1, "name": "Ada \ud800", "colour": "red", "place": 1}]
MAKE = Publications(Topics("sled/club/t1"), Origin("5701", "b1"))
NAMED = Publications(Topics("sled/club/t1"), Origin("5701", "b1"), names=True)


def race(acts: int, result: Any = None) -> SavedRace:
    options = {"seats": PLAYERS, "limits": [4], "box": {"large": True}}
    return SavedRace(7, "snow_tails", options, STAMP, {"course": "Ada's"}, acts, result)


def entry(n: int) -> Entry:
    return Entry(n, {"act": "done", "seat": 1}, STAMP, {"from": "from.phone_of"})


def body(message: Message) -> Any:
    return json.loads(message.payload)


def test_an_act_names_its_race_number_and_time() -> None:
    (sent,) = MAKE.entry(race(5), entry(3))
    assert (sent.topic, sent.qos, sent.retain) == ("sled/club/t1/acts", 1, False)
    assert body(sent) == {
        "v": 1,
        "store": "5701",
        "branch": "b1",
        "race": 7,
        "game": "snow_tails",
        "n": 3,
        "at": 1_700_000_000.25,
        "clock_synced": True,
        "act": {"act": "done", "seat": 1},
    }


def test_a_races_first_act_follows_its_start() -> None:
    first, second = (body(sent) for sent in MAKE.entry(race(1), entry(1)))
    assert (first["n"], second["n"]) == (0, 1)
    assert first["options"] == {
        "seats": [{"seat": 1, "colour": "red", "place": 1}],
        "limits": [4],
    }
    assert "course" not in first


def test_names_and_courses_leave_only_if_allowed() -> None:
    first = body(next(NAMED.entry(race(1), entry(1))))
    assert first["options"]["seats"] == PLAYERS
    assert (first["course"], "box" in first["options"]) == ("Ada's", False)


def test_the_seed_of_played_decks_leaves_only_after_the_race() -> None:
    """Whoever has it knows the hands of the sleds that the table plays."""
    running, over = (
        replace(race(1, result), options={"seats": PLAYERS, "seed": 7}) for result in (None, [])
    )
    assert "seed" not in body(next(NAMED.entry(running, entry(1))))["options"]
    assert body(next(NAMED.entry(over, entry(1))))["options"]["seed"] == 7


def test_a_result_follows_the_last_act_only() -> None:
    result = [{"seat": 1, "place": 1, "points": 5}]
    assert len(list(MAKE.entry(race(9, result), entry(8)))) == 1
    _, last = MAKE.entry(race(9, result), entry(9))
    assert last.topic == "sled/club/t1/results"
    assert body(last)["result"] == result
    assert body(last)["players"] == [{"seat": 1, "colour": "red"}]
    _, last = NAMED.entry(race(9, result), entry(9))
    assert body(last)["players"][0]["name"] == "Ada \ud800"


def test_the_last_will_is_retained_and_says_offline() -> None:
    will = MAKE.status(False)
    assert (will.topic, will.qos, will.retain) == ("sled/club/t1/status", 1, True)
    assert body(will) == {"v": 1, "online": False, "store": "5701"}
    assert body(MAKE.status(True, "Kitchen"))["table"] == "Kitchen"
