"""Seats, host and watchers."""

import pytest

from companion.errors import Forbidden
from companion.rights import Rights


def test_a_watcher_may_do_nothing() -> None:
    for act in ({"act": "tap", "seat": 1}, {"act": "undo"}, {"act": "end"}, {"act": "order"}):
        with pytest.raises(Forbidden):
            Rights().check_act("phone", act)


def test_a_seats_phone_acts_for_its_seat_and_for_the_order_only() -> None:
    rights = Rights().claim("phone", 2)
    for act in ("tap", "slot", "done", "retire", "correct"):
        rights.check_act("phone", {"act": act, "seat": 2})
    rights.check_act("phone", {"act": "order"})
    rights.check_act("phone", {"act": "undo"})
    for act in (
        {"act": "tap", "seat": 1},
        {"act": "end"},
        {"act": "course"},
        {"act": "correct", "set": {"turn": 1}},
        {"act": "tap", "seat": "2"},
    ):
        with pytest.raises(Forbidden):
            rights.check_act("phone", act)


def test_the_host_may_do_everything() -> None:
    rights = Rights().host("phone")
    for act in ({"act": "tap", "seat": 4}, {"act": "end"}, {"act": "correct", "set": {}}):
        rights.check_act("phone", act)


def test_a_phone_may_have_two_seats_and_a_seat_two_phones() -> None:
    rights = Rights().claim("a", 1).claim("a", 2).claim("b", 1)
    assert rights.seats("a") == {1, 2}
    assert rights.phones(1) == 2
    left = rights.release("a", 1)
    assert left.seats("a") == {2}
    assert left.seats("b") == {1}


def test_rights_survive_the_store() -> None:
    rights = Rights().claim("a", 1).claim("a", 2).host("b")
    assert Rights.from_json(rights.to_json()) == rights
