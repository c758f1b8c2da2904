"""Phones: seats, host and PIN, each post once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import guesses, phones
from companion.posts import Answer, Post
from tests.table_actor import PIN, Actor


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Actor]:
    actor = Actor(tmp_path)
    actor.begin()
    yield actor
    actor.close()


def tap(table: Actor, client: str, seat: int) -> Answer:
    return table.act(client, act="tap", seat=seat, card={"value": 4})


def test_the_first_phone_is_the_hosts_and_no_later_one(table: Actor) -> None:
    assert table.post("first", "second").status == 200
    assert table.table.rights.hosts == {"host"}


def test_a_watcher_may_not_act_and_a_seat_may(table: Actor) -> None:
    assert tap(table, "ada", 1).status == 403
    assert table.post("claim", "ada", seat=1).status == 200
    assert tap(table, "ada", 1).status == 200
    assert tap(table, "ada", 3).status == 403
    assert table.post("release", "ada", seat=1).status == 200
    assert table.act("ada", act="undo").status == 403


def test_without_a_host_whoever_takes_a_seat_first_is_the_host(tmp_path: Path) -> None:
    table = Actor(tmp_path / "new")
    table.post("claim", "ada", seat=1)
    assert table.table.rights.hosts == {"ada"}
    table.close()


def test_a_seat_that_the_table_does_not_have_cannot_be_taken(table: Actor) -> None:
    assert table.post("claim", "ada", seat=9).key == "web.no_such_seat"


def test_a_phone_presses_its_own_seats_buttons_only(table: Actor) -> None:
    table.post("claim", "ada", seat=1)
    tap(table, "ada", 1)
    assert table.post("press", "ada", seat=1, button="left", hold=False).status == 200
    assert table.state["seats"][0]["pending"]["slots"] == ["left"]
    assert table.post("press", "ada", seat=3, button="ok", hold=False).status == 403
    assert table.post("press", "ada", seat=1, button="event", hold=True).status == 200
    assert table.table.snapshot.menus == {1: "event"}


def test_the_pin_makes_a_host_and_guessing_it_is_slowed_down(table: Actor) -> None:
    for _ in range(guesses.TRIES):
        assert table.post("host", "cy", pin="0000").key == "web.wrong_pin"
    assert table.post("host", "cy", pin=PIN).key == "web.pin_wait"
    table.now += guesses.FIRST_S
    assert table.post("host", "cy", pin=PIN).status == 200
    assert "cy" in table.table.rights.hosts


def test_rights_survive_a_restart(tmp_path: Path) -> None:
    table = Actor(tmp_path / "data")
    table.begin()
    table.post("claim", "ada", seat=1)
    table.close()
    table = Actor(tmp_path / "data")
    assert tap(table, "ada", 1).status == 200
    table.close()


def test_only_the_host_starts_and_resumes_races(table: Actor) -> None:
    assert table.post("race", "ada", game="snow_tails", options={}, replace=None).status == 403
    assert table.post("resume", "ada", race=1).status == 403


def test_a_game_that_is_not_there_and_options_that_will_not_do_are_refused(table: Actor) -> None:
    assert table.post("race", game="chess", options={}, replace=None).key == "table.no_such_game"
    assert table.post("race", game="snow_tails", options={}, replace=None).status == 409


def test_only_so_many_answers_are_kept_at_hand(
    table: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones, "MOST_KEYS", 2)
    for _ in range(5):
        table.act(act="slot", seat=1, slot="left")
    assert len(table.phones._answers) == 2


def test_every_source_has_a_name_that_people_know(table: Actor) -> None:
    table.post("claim", "empty", seat=2)
    names = [table.phones._name(client).key for client in ("empty", "host", "nobody")]
    assert names == ["from.phone_at", "from.host", "from.phone"]


def notices(table: Actor) -> list[tuple[str, dict[str, object]]]:
    found = table.table.snapshot.notices
    return [(notice.key, {k: v for k, v in notice.params.items() if k != "by"}) for notice in found]


def test_a_seat_is_taken_over_and_the_other_phones_are_told(table: Actor) -> None:
    table.post("claim", "ada", seat=1)
    table.post("claim", "bo", seat=1, take=False)
    assert notices(table) == []
    table.post("claim", "bo", seat=1, take=True)
    assert tap(table, "ada", 1).status == 403
    assert notices(table) == [("phones.taken_over", {"but": 3})]
    assert tap(table, "bo", 1).status == 200


def test_taking_a_seat_over_from_nobody_is_taking_it(table: Actor) -> None:
    for _ in range(2):
        assert table.post("claim", "ada", seat=1, take=True).status == 200
    assert notices(table) == []


def test_the_host_gives_its_rights_and_withdraws_them_but_never_the_last(table: Actor) -> None:
    table.post("claim", "ada", seat=1)
    assert table.post("give", "ada", to=2).status == 403
    assert table.post("give", to=7).key == "web.no_such_phone"
    assert table.post("withdraw", **{"from": 1}).key == "web.last_host"
    assert table.post("give", to=2).status == 200
    assert table.post("withdraw", "ada", **{"from": 1}).status == 200
    assert table.table.rights.hosts == {"ada"}
    assert notices(table) == [("phones.host", {"only": 2}), ("phones.no_host", {"only": 1})]


def test_a_phone_that_is_only_there_gets_a_number_and_nobody_is_bothered(table: Actor) -> None:
    version = table.table.snapshot.version
    table.phones.post(Post("meet", "cy", "", {}), table.now)
    assert table.table.snapshot.rights.numbers == {"host": 1, "cy": 2}
    assert table.table.snapshot.version == version


def test_every_page_hears_of_an_act_before_the_phone_that_did_it_gets_its_answer(
    table: Actor,
) -> None:
    act = table.send("act", "host", act={"act": "tap", "seat": 1, "card": {"value": 4}})
    heard: list[list[int]] = []
    act.reply.add_done_callback(lambda done: heard.append([*table.published]))
    answer = table.answer(act)
    assert answer.version in heard[0]
