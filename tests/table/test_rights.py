"""The rights of seats' phones, hosts and watchers."""

import pytest

from companion.errors import Forbidden, Refused
from companion.table.rights import MOST_PHONES, Guest, Need, Rights, need_of

ORDER = ({"act": "order"}, {"act": "shift", "seat": 1, "by": -1})


def test_a_watcher_may_do_nothing() -> None:
    for act in ({"act": "tap", "seat": 1}, {"act": "undo"}, {"act": "end"}, *ORDER):
        with pytest.raises(Forbidden):
            Rights().check_act("phone", act)


def test_a_seats_phone_acts_only_for_its_seat_and_the_race_order() -> None:
    rights = Rights().claim("phone", 2)
    for act in ("tap", "slot", "done", "retire", "correct"):
        rights.check_act("phone", {"act": act, "seat": 2})
    for act in ORDER:
        rights.check_act("phone", act)
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


def test_each_need_is_checked() -> None:
    player, host = Rights().claim("phone", 2), Rights().host("phone")
    body = {"seat": 2, "act": {"act": "done", "seat": 2}}
    for need in Need:
        host.check(need, "phone", body)
        if need is Need.HOST:
            with pytest.raises(Forbidden):
                player.check(need, "phone", body)
        else:
            player.check(need, "phone", body)
    for need in (Need.SEAT, Need.ACT):
        with pytest.raises(Forbidden):
            player.check(need, "phone", {"seat": 1, "act": {"act": "done", "seat": 1}})


def test_a_post_of_an_unknown_kind_needs_the_host() -> None:
    assert need_of("press") is Need.SEAT
    assert need_of("invented") is Need.HOST


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


def test_a_taken_over_seat_has_one_phone() -> None:
    rights = Rights().claim("a", 1).claim("a", 2).claim("b", 1).take("c", 1)
    assert [rights.seats(phone) for phone in "abc"] == [{2}, set(), {1}]
    assert "b" not in rights.claims


def test_a_phone_keeps_its_number_and_the_lowest_free_one_is_given_next() -> None:
    rights = Rights().meet("a").meet("b").meet("a").claim("c", 1)
    assert rights.numbers == {"a": 1, "b": 2, "c": 3}
    assert rights.client(2) == "b"
    assert rights.client(9) is None
    after = Rights.from_json(rights.to_json()).meet("d")
    assert after.numbers == {"c": 3, "d": 1}


def test_beyond_the_limit_phones_without_rights_lose_their_numbers() -> None:
    rights = Rights().host("first")
    for number in range(MOST_PHONES + 5):
        rights = rights.meet(f"watcher {number}")
    assert len(rights.numbers) == MOST_PHONES
    assert rights.numbers["first"] == 1
    assert "watcher 0" not in rights.numbers


def test_phones_saved_without_a_number_get_one() -> None:
    saved = {"claims": {"a": [1]}, "hosts": ["b"]}
    assert Rights.from_json(saved).numbers == {"a": 1, "b": 2}


def test_changes_of_rights_are_counted_but_not_new_numbers() -> None:
    rights = Rights().host("a").claim("b", 1)
    assert rights.changes == 2
    assert rights.meet("c").changes == 2
    assert rights.take("a", 1).release("a", 1).host("b").withdraw("a").changes == 6


def test_a_guest_is_known_while_a_phone_has_the_seat() -> None:
    rights = Rights().claim("a", 1).claim("b", 1).welcome(1, Guest("Helga", "red"))
    assert Rights.from_json(rights.to_json()).guests == {1: Guest("Helga", "red")}
    assert rights.release("a", 1).guests == {1: Guest("Helga", "red")}
    assert rights.release("a", 1).release("b", 1).guests == {}
    assert Rights().welcome(2, Guest("Nobody", "blue")).guests == {}


def test_guests_differ_in_name_and_colour() -> None:
    rights = Rights().claim("a", 1).claim("b", 2).welcome(1, Guest("Helga", "red"))
    with pytest.raises(Refused, match=r"web\.guest_name_taken"):
        rights.welcome(2, Guest("helga", "blue"))
    with pytest.raises(Refused, match=r"web\.guest_colour_taken"):
        rights.welcome(2, Guest("Ben", "red"))
    again = rights.welcome(1, Guest("Helga", "blue")).welcome(2, Guest("Ben", "red"))
    assert again.guests == {1: Guest("Helga", "blue"), 2: Guest("Ben", "red")}
