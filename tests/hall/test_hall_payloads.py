"""Payloads of tables: what fits is read, everything else is refused by table and reason."""

from typing import Any

import pytest
from reports import act, encoded, result, state, status

from companion.hall.payloads import Act, BadPayload, Result, State, Status, parts, read


def refused(kind: str, payload: bytes) -> str:
    with pytest.raises(BadPayload) as caught:
        read("t1", kind, payload)
    assert caught.value.table == "t1"
    return caught.value.say.key


def test_a_state_lists_the_players_in_the_order_of_the_race() -> None:
    read_state = read("t1", "state", encoded(state()))
    assert isinstance(read_state, State)
    assert (read_state.stage, read_state.game, read_state.round) == ("racing", "snow_tails", 3)
    assert read_state.up == (2,)
    assert [(seat.name, seat.dents) for seat in read_state.seats] == [("Ben", 0), ("Ada", 2)]


def test_a_finished_player_precedes_the_race() -> None:
    seats = [{"seat": 1, "place": None}, {"seat": 2, "place": 1}, {"seat": 3, "place": None}]
    shown = read("t1", "state", encoded(state(state={"order": [3], "seats": seats})))
    assert isinstance(shown, State)
    assert [seat.seat for seat in shown.seats] == [2, 3, 1]


def test_a_table_without_a_race_has_a_state() -> None:
    nothing = {"turn": "", "leader": "", "round": None, "stage": "none"}
    shown = read("t1", "state", encoded(state(race=None, up=[], shown=nothing, state=None)))
    assert isinstance(shown, State)
    assert (shown.race, shown.game, shown.seats) == (None, "", ())


def test_acts_starts_and_results_are_read() -> None:
    start, done = (read("t1", "acts", encoded(act(n))) for n in (0, 5))
    assert isinstance(start, Act)
    assert isinstance(done, Act)
    assert "options" in start.content
    assert done.content == {"act": {"act": "done", "seat": 1}}
    over = read("t1", "results", encoded(result(5)))
    assert isinstance(over, Result)
    assert over.content["result"][0]["seat"] == 2


def test_names_are_text_without_control_characters_or_half_letters() -> None:
    name = "<script>\x00\u202e" + "x" * 100
    seats = [{"seat": 1, "name": name, "place": None}, {"seat": 2, "name": "Ada \ud800!"}]
    shown = read("t1", "state", encoded(state(state={"order": [], "seats": seats})))
    assert isinstance(shown, State)
    assert shown.seats[0].name.startswith("<script>\ufffd\ufffdxxx")
    assert len(shown.seats[0].name) == 80
    assert shown.seats[1].name == "Ada \ufffd!"


@pytest.mark.parametrize(
    ("kind", "payload", "key"),
    [
        ("acts", b"nonsense", "hall.report_no_json"),
        ("acts", b"[1]", "hall.report_no_json"),
        ("acts", b'{"v":1,"v":1}', "hall.report_no_json"),
        ("acts", b"[" * 5000, "hall.report_no_json"),
        ("acts", b" " * (64 * 1024 + 1), "hall.report_large"),
        ("state", b" " * (256 * 1024 + 1), "hall.report_large"),
        ("acts", encoded(act(1, v=2)), "hall.report_format"),
        ("acts", encoded(act(-1)), "hall.report_field"),
        ("acts", encoded(act(2**53)), "hall.report_field"),
        ("acts", encoded(act(1, race=True)), "hall.report_field"),
        ("acts", encoded(act(1, store="")), "hall.report_field"),
        ("acts", encoded(act(1, branch="a\x00")), "hall.report_field"),
        ("acts", encoded(act(1, act=[])), "hall.report_field"),
        ("acts", encoded(act(1, at="now")), "hall.report_field"),
        ("results", encoded(result(1, result=[1])), "hall.report_field"),
        ("results", encoded(result(1, players={})), "hall.report_field"),
        ("state", encoded(state(shown={"stage": "dancing"})), "hall.report_field"),
        ("state", encoded(state(up=[99])), "hall.report_field"),
        ("state", encoded(state(state={"order": [], "seats": [3]})), "hall.report_field"),
        ("status", encoded({"v": 1, "online": "yes", "store": "s1"}), "hall.report_field"),
        ("gossip", encoded({"v": 1}), "hall.foreign_topic"),
    ],
)
def test_what_does_not_fit_is_refused(kind: str, payload: bytes, key: str) -> None:
    assert refused(kind, payload) == key


@pytest.mark.parametrize(
    "topic",
    ["sled/other/t1/acts", "sled/club/t1", "sled/club/t1/acts/1", "sled/club/a b/acts", "x", ""],
)
def test_a_topic_of_no_table_of_this_hall_is_refused(topic: str) -> None:
    with pytest.raises(BadPayload):
        parts(topic, "club")
    assert parts("sled/club/t1/acts", "club") == ("t1", "acts")


def test_an_offline_status_has_no_title() -> None:
    assert read("t1", "status", encoded(status(False))) == Status("t1", "s1", False, "")
    assert read("t1", "status", encoded(status())) == Status("t1", "s1", True, "Kitchen")


@pytest.mark.parametrize("payload", [state(), act(1), result(1), status()])
def test_unknown_fields_are_ignored(payload: Any) -> None:
    kinds = {"shown": "state", "act": "acts", "result": "results", "online": "status"}
    kind = next(kind for field, kind in kinds.items() if field in payload)
    assert read("t1", kind, encoded({**payload, "new": [1]})) == read("t1", kind, encoded(payload))
