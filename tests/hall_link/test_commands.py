"""Commands of the hall: what fits, and why the rest is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import Hall
from companion.games.game import Say
from companion.hall_link.commands import LATE_S, MOST_BYTES, BadCommand, Command, read

HALL = Hall("127.0.0.1", 1883, False, "club", "t1")
NOW_S = 1_800_000_000.0


def command(now_s: float | None = NOW_S, on_break: bool = False, **fields: Any) -> Command:
    payload = json.dumps({"v": 1, "id": "x", **fields}).encode()
    return read(payload, HALL, now_s, on_break)


def refusal(payload: bytes) -> tuple[str, str]:
    with pytest.raises(BadCommand) as caught:
        read(payload, HALL, NOW_S, False)
    return caught.value.id, caught.value.say.key


def test_every_command_becomes_a_post() -> None:
    race = {"game": "snow_tails", "options": {"seats": []}}
    assert command(do="prepare", **race) == Command("x", "prepare", race)
    assert command(do="call") == Command("x", "call", {"seats": []})
    assert command(do="call", seats=[2]).body == {"seats": [2]}
    assert command(do="say", text="Hello").body == {"text": "Hello"}
    assert command(do="undo") == Command("x", "act", {"act": {"act": "undo"}})
    assert command(do="pause", on=True) == Command("x", "break", {"on": True})
    assert command(do="pause", on_break=True).body == {"on": False}


@pytest.mark.parametrize("do", ["prepare", "call", "say", "undo", "pause"])
def test_a_button_takes_back_and_begins_a_break_but_nothing_else(do: str) -> None:
    race = {"game": "snow_tails", "options": {}} if do == "prepare" else {}
    text = {"text": "Hello"} if do == "say" else {}
    payload = json.dumps({"v": 1, "id": "x", "do": do, **race, **text}).encode()
    known = read(payload, HALL, NOW_S, False)
    if do in ("undo", "pause"):
        assert read(payload, HALL, NOW_S, False, button=True) == known
        return
    with pytest.raises(BadCommand) as caught:
        read(payload, HALL, NOW_S, False, button=True)
    assert caught.value.say == Say("hall.no_command", {"allowed": "undo, pause"})


@pytest.mark.parametrize(
    ("payload", "id", "key"),
    [
        (b"", "", "hall.no_json"),
        (b"\xff", "", "hall.no_json"),
        (b"[]", "", "hall.no_json"),
        (b'{"v": NaN}', "", "hall.no_json"),
        (b" " * (MOST_BYTES + 1), "", "hall.too_large"),
        (b'{"v": 1, "do": "undo"}', "", "hall.no_id"),
        (b'{"v": 1, "id": "a\\n", "do": "undo"}', "", "hall.no_id"),
        (b'{"v": 2, "id": "a", "do": "undo"}', "a", "hall.other_format"),
        (b'{"id": "a", "do": "undo"}', "a", "hall.other_format"),
        (b'{"v": 1, "id": "a", "do": "undo", "hall": "x"}', "a", "hall.other_table"),
        (b'{"v": 1, "id": "a", "do": "undo", "table": 1}', "a", "hall.other_table"),
        (b'{"v": 1, "id": "a", "do": "undo", "at": "now"}', "a", "hall.bad_field"),
        (b'{"v": 1, "id": "a", "do": "fly"}', "a", "hall.no_command"),
        (b'{"v": 1, "id": "a", "do": ["undo"]}', "a", "hall.no_command"),
        (b'{"v": 1, "id": "a", "do": "undo", "seat": 1}', "a", "hall.bad_field"),
        (b'{"v": 1, "id": "a", "do": "say"}', "a", "hall.bad_field"),
        (b'{"v": 1, "id": "a", "do": "say", "text": "a\\u0007"}', "a", "hall.bad_field"),
        (b'{"v": 1, "id": "a", "do": "call", "seats": [true]}', "a", "hall.bad_field"),
        (b'{"v": 1, "id": "a", "do": "pause", "on": null}', "a", "hall.bad_field"),
        (b'{"v": 1, "id": "a", "do": "prepare", "game": "husky"}', "a", "hall.bad_field"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(payload: bytes, id: str, key: str) -> None:
    assert refusal(payload) == (id, key)


@pytest.mark.parametrize("off_s", [-LATE_S - 1, LATE_S + 1, 1e300])
def test_a_command_of_another_time_is_refused_by_a_clock_that_is_set(off_s: float) -> None:
    with pytest.raises(BadCommand):
        command(do="undo", at=NOW_S + off_s)
    assert command(now_s=None, do="undo", at=NOW_S + off_s).kind == "act"
    assert command(do="undo", at=NOW_S - LATE_S / 2).kind == "act"


@given(st.binary(max_size=80) | st.dictionaries(st.text(), st.integers()).map(str).map(str.encode))
def test_noise_is_refused_and_nothing_else(payload: bytes) -> None:
    refusal(payload)
