"""Phones: seats, host and PIN, each post once."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.table import phone_input, pin_lockout
from companion.table.posts import Answer, Post
from companion.table.rights import Rights
from tests.table.table_actor import OPTIONS, PIN, Actor, damage, full_disk


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Actor]:
    actor = Actor(tmp_path)
    actor.begin()
    yield actor
    actor.close()


def tap(table: Actor, client: str, seat: int) -> Answer:
    return table.act(client, act="tap", seat=seat, card={"value": 4})


def test_only_the_first_phone_becomes_host(table: Actor) -> None:
    assert table.post("first", "second").status == 200
    assert table.table.snapshot.rights.hosts == {"host"}


def test_a_seats_phone_may_act_and_a_watcher_may_not(table: Actor) -> None:
    assert tap(table, "ada", 1).status == 403
    assert table.post("claim", "ada", seat=1).status == 200
    assert tap(table, "ada", 1).status == 200
    assert tap(table, "ada", 3).status == 403
    assert table.post("release", "ada", seat=1).status == 200
    assert table.act("ada", act="undo").status == 403


def test_without_a_host_the_first_phone_to_take_a_seat_becomes_host(tmp_path: Path) -> None:
    table = Actor(tmp_path / "new")
    table.post("claim", "ada", seat=1)
    assert table.table.snapshot.rights.hosts == {"ada"}
    table.close()


def test_a_seats_phone_says_who_sits_there(table: Actor) -> None:
    assert table.post("guest", "ada", seat=4, name="Ada", colour="pink").status == 403
    table.post("claim", "ada", seat=4)
    assert table.post("guest", "ada", seat=4, name=" Ada ", colour="pink").status == 200
    assert table.table.snapshot.rights.guests == {4: ("Ada", "pink")}
    for name, colour in (("  ", "pink"), ("A\nda", "pink"), ("Ada", "")):
        answer = table.post("guest", "ada", seat=4, name=name, colour=colour)
        assert answer.key == "web.guest_nameless"
    table.post("claim", "bo", seat=5)
    answer = table.post("guest", "bo", seat=5, name="Ada", colour="red")
    assert (answer.key, answer.params) == ("web.guest_name_taken", {"name": "Ada"})


def test_an_unknown_seat_cannot_be_claimed(table: Actor) -> None:
    assert table.post("claim", "ada", seat=9).key == "web.no_such_seat"


def test_a_phone_presses_its_own_seats_buttons_only(table: Actor) -> None:
    table.post("claim", "ada", seat=1)
    tap(table, "ada", 1)
    assert table.post("press", "ada", seat=1, button="left", hold=False).status == 200
    assert table.state["seats"][0]["pending"]["slots"] == ["left"]
    assert table.post("press", "ada", seat=3, button="ok", hold=False).status == 403
    assert table.post("press", "ada", seat=1, button="event", hold=True).status == 200
    assert table.table.snapshot.menus == {1: "event"}


def test_the_pin_makes_a_host_and_wrong_pins_start_a_lockout(table: Actor) -> None:
    for _ in range(pin_lockout.TRIES):
        assert table.post("host", "cy", pin="0000").key == "web.wrong_pin"
    assert table.post("host", "cy", pin=PIN).key == "web.pin_wait"
    table.now += pin_lockout.FIRST_S
    assert table.post("host", "cy", pin=PIN).status == 200
    assert "cy" in table.table.snapshot.rights.hosts


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


def test_unknown_games_and_invalid_options_are_refused(table: Actor) -> None:
    assert table.post("race", game="chess", options={}, replace=None).key == "table.no_such_game"
    assert table.post("race", game="snow_tails", options={}, replace=None).status == 409


def test_the_number_of_cached_answers_is_limited(
    table: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_input, "MOST_KEYS", 2)
    for _ in range(5):
        table.act(act="slot", seat=1, slot="left")
    assert len(table.phones._answers) == 2


def test_every_source_has_a_readable_name(table: Actor) -> None:
    table.post("claim", "empty", seat=2)
    names = [
        table.phones._request(Post("meet", client, "", {})).name.key
        for client in ("empty", "host", "nobody")
    ]
    assert names == ["from.phone_at", "from.host", "from.phone"]


def notices(table: Actor) -> list[tuple[str, dict[str, object]]]:
    found = table.table.snapshot.notices
    return [(notice.key, {k: v for k, v in notice.params.items() if k != "by"}) for notice in found]


def test_taking_over_a_seat_notifies_its_other_phones(table: Actor) -> None:
    table.post("claim", "ada", seat=1)
    table.post("claim", "bo", seat=1, take=False)
    assert notices(table) == []
    table.post("claim", "bo", seat=1, take=True)
    assert tap(table, "ada", 1).status == 403
    assert notices(table) == [("phones.taken_over", {"but": 3})]
    assert tap(table, "bo", 1).status == 200


def test_taking_over_an_empty_seat_claims_it(table: Actor) -> None:
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
    assert table.table.snapshot.rights.hosts == {"ada"}
    assert notices(table) == [("phones.host", {"only": 2}), ("phones.no_host", {"only": 1})]


def test_a_watching_phone_gets_a_number_without_a_new_version(table: Actor) -> None:
    version = table.table.snapshot.version
    table.phones.take(Post("meet", "cy", "", {}), table.now)
    assert table.table.snapshot.rights.numbers == {"host": 1, "cy": 2}
    assert table.table.snapshot.version == version


def test_pages_get_an_act_before_its_phone_gets_the_answer(
    table: Actor,
) -> None:
    act = table.send("act", "host", act={"act": "tap", "seat": 1, "card": {"value": 4}})
    heard: list[list[int]] = []
    act.reply.add_done_callback(lambda done: heard.append([*table.published]))
    answer = table.answer(act)
    assert answer.version in heard[0]


def test_rights_take_effect_on_disk_and_posts_meanwhile_wait(
    tmp_path: Path,
) -> None:
    table = Actor(tmp_path / "slow", sync_delay_s=0.05)
    table.begin()
    claims = [table.send("claim", "ada", seat=1), table.send("claim", "bo", seat=3)]
    act = table.send("act", "ada", act={"act": "tap", "seat": 1, "card": {"value": 4}})
    assert table.table.snapshot.rights.claims == {}
    assert [table.answer(claim).status for claim in claims] == [200, 200]
    assert table.answer(act).status == 200
    assert table.table.snapshot.rights.claims == {"ada": {1}, "bo": {3}}
    table.close()


def test_rights_do_not_change_if_the_write_fails(table: Actor) -> None:
    with full_disk(table.folder):
        kind = "claim"
        while table.post(kind, "ada", seat=1).status == 200:
            kind = "release" if kind == "claim" else "claim"
    on_disk = Rights.from_json(table.store.get("rights"))
    assert (
        table.table.snapshot.rights.claims == on_disk.claims == table.table.snapshot.rights.claims
    )
    assert (tap(table, "ada", 1).status == 200) is (1 in on_disk.seats("ada"))
    assert table.post("claim", "ada", seat=1).status == 200


def test_post_that_failed_on_disk_may_be_repeated_with_its_key(table: Actor) -> None:
    act = {"act": "correct", "seat": 1, "set": {"left": 2}}
    with full_disk(table.folder):
        tries = 0
        while table.answer(table.send("act", "host", f"try-{tries}", act=act)).status == 200:
            tries += 1
            act = {**act, "set": {"left": 3 + tries % 2}}
    stood = table.state["seats"][0]["left"]
    answers = [table.answer(table.send("act", "host", f"try-{tries}", act=act)) for _ in range(2)]
    assert answers[0].status == 200
    assert answers[0] is answers[1]
    assert table.state["seats"][0]["left"] != stood


def test_an_answer_from_the_disk_has_a_version_that_is_not_stale(tmp_path: Path) -> None:
    table = Actor(tmp_path / "data")
    table.begin()
    act = {"act": "correct", "seat": 1, "set": {"left": 2}}
    first = table.answer(table.send("act", "host", "mine", act=act))
    table.close()
    table = Actor(tmp_path / "data")
    table.act(act="correct", seat=1, set={"left": 4})
    again = table.answer(table.send("act", "host", "mine", act=act))
    assert again.events == first.events
    assert table.state["seats"][0]["left"] == 4
    further = table.send("act", "host", None, again.version, act=act)
    assert table.answer(further).status == 200
    table.close()


UNREADABLE: Mapping[str, tuple[str, dict[str, Any]]] = {
    "race": ("setting", {"game": "snow_tails", "options": OPTIONS, "replace": None}),
    "resume": ("race", {"race": 1}),
    "learn": ("tag", {"do": "start", "game": "snow_tails", "deck": "red"}),
    "season": ("season_act", {"name": "Winter"}),
    "season_act": ("season_act", {"season": 1, "act": {"act": "drop", "drop": 1}}),
    "course": ("course", {"name": "Hill", "limits": [4], "flag": "left"}),
    "course_remove": ("course", {"name": "Hill"}),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_read_error_during_a_post_is_reported_and_the_table_goes_on(
    table: Actor, kind: str
) -> None:
    lost, body = UNREADABLE[kind]
    damage(table.folder, f"DROP TABLE {lost}")
    for _ in range(2):
        answer = table.post(kind, **body)
        assert (answer.status, answer.key) == (503, "store.unreadable")
    assert table.table.snapshot.notices[-1].key == "store.unreadable"
    assert table.post("press", seat=1, button="event", hold=True).status == 200


def test_an_unreadable_answer_is_reported_and_the_post_not_repeated(
    tmp_path: Path,
) -> None:
    table = Actor(tmp_path / "data")
    table.begin()
    act = {"act": "correct", "seat": 1, "set": {"left": 2}}
    table.answer(table.send("act", "host", "old", act=act))
    table.close()
    table = Actor(tmp_path / "data")
    damage(table.folder, "DROP TABLE answer")
    for _ in range(2):
        answer = table.answer(table.send("act", "host", "old", act=act))
        assert (answer.status, answer.key) == (503, "store.unreadable")
    assert len(table.store.acts(1)) == 1
    table.close()


def test_an_unreadable_race_leaves_the_current_one(table: Actor) -> None:
    tap(table, "host", 1)
    table.post("race", game="snow_tails", options=OPTIONS, replace=None)
    damage(table.folder, "UPDATE act SET act = '{'")
    assert table.post("resume", race=1).key == "store.unreadable"
    race = table.table.snapshot.race
    assert race is not None
    assert race.id == 2
    assert tap(table, "host", 1).status == 200


def test_read_error_is_reported_to_a_waiting_post_and_the_next_is_served(
    table: Actor,
) -> None:
    table.post("learn", do="start", game="snow_tails", deck="red")
    damage(table.folder, "DROP TABLE course")
    damage(table.folder, "DROP TABLE tag")
    file = '{"format": "companion-tags", "version": 1, "tags": []}'
    posts = [
        table.send("season", "host", name="Winter"),
        table.send("course_remove", "host", name="Hill"),
        table.send("season", "host", name="Spring"),
        table.send("import", "host", file=file),
        table.send("learn", "host", do="start", game="snow_tails", deck="red"),
        table.send("learn", "host", do="stop"),
    ]
    assert [table.answer(post).status for post in posts] == [200, 503, 200, 503, 503, 200]
