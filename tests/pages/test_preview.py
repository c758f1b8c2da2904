"""Previews: the result of acts, without doing them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.errors import Malformed, Refused
from companion.games import history
from companion.pages.app import create_app
from companion.pages.preview import MOST_ACTS, after
from companion.pages.web import Web
from companion.signals import Device
from tests.table.table_actor import Actor

TAP = {"act": "tap", "seat": 1, "card": {"value": 4}}
LEFT = {"act": "slot", "seat": 1, "slot": "left"}
LINE = {"act": "mark", "seat": 1, "what": "line"}
DONE = {"act": "done", "seat": 1}
MY_TURN = {"act": "correct", "set": {"turn": 3}}


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[Actor]:
    acting = Actor(tmp_path)
    yield acting
    acting.close()


@pytest.fixture
def phone(actor: Actor) -> FlaskClient:
    """A phone that only watches."""
    nothing: Any = None
    web = Web(
        snapshot=lambda: actor.table.snapshot,
        post=lambda post: actor.phones.take(post, actor.now),
        saved=nothing,
        secret=b"x",
        pin="",
        room=None,
        health=nothing,
    )
    actor.post("first", "host")
    client = create_app(web).test_client()
    client.get("/")
    return client


def ask(phone: FlaskClient, body: Any) -> TestResponse:
    return phone.post("/api/v1/preview", json=body, headers={"Origin": "http://localhost"})


def race(actor: Actor) -> history.History:
    info = actor.table.snapshot.race
    assert info is not None
    return info.history


def test_a_preview_follows_the_rules_and_leaves_the_race_unchanged(actor: Actor) -> None:
    actor.begin()
    before = race(actor)
    view, events = after(before, [TAP, LEFT, LINE, DONE])
    real = before
    for act in (TAP, LEFT, LINE, DONE):
        real, _ = real.apply(act)
    assert view.state == real.game.view(real.state).state
    assert len(events) == 4
    assert race(actor) is before
    assert before.count == 0


def test_a_seat_that_is_not_up_previews_as_if_it_were(actor: Actor) -> None:
    actor.begin()
    tap = {**TAP, "seat": 3}
    with pytest.raises(Refused):
        after(race(actor), [tap])
    view, _ = after(race(actor), [MY_TURN, tap, {**LEFT, "seat": 3}])
    assert [seat["speed"] for seat in view.state["seats"]] == [3, 4, 3]


def test_a_watcher_may_preview_and_nothing_is_stored_or_published(
    actor: Actor, phone: FlaskClient
) -> None:
    actor.begin()
    before = actor.table.snapshot
    answer = ask(phone, {"acts": [TAP, LEFT, DONE]})
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["state"]["turn"] == 3
    assert answer.json["seats"][0] == {
        "seat": 1,
        "todo": ["Your turn is over. Wait for the others."],
        "ticks": ["Draw 1 card"],
    }
    assert [len(told) > 0 for told in answer.json["events"]] == [True, True, True]
    assert actor.table.snapshot is before


def test_a_preview_reports_the_first_refused_act(actor: Actor, phone: FlaskClient) -> None:
    actor.begin()
    answer = ask(phone, {"acts": [TAP, LEFT, {**LEFT, "seat": 3}]})
    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["error"]["text"]


def test_a_preview_needs_a_race(phone: FlaskClient) -> None:
    answer = ask(phone, {"acts": []})
    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["error"]["key"] == "table.no_race"


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {"acts": {}},
        {"acts": [7]},
        {"acts": [TAP] * (MOST_ACTS + 1)},
        {"acts": [], "key": "k"},
        {"acts": [{"act": "fly"}]},
        {"acts": [{}]},
    ],
)
def test_a_preview_without_a_list_of_acts_is_malformed(
    actor: Actor, phone: FlaskClient, body: Mapping[str, Any]
) -> None:
    actor.begin()
    assert ask(phone, body).status_code == 400


def test_a_preview_of_an_unknown_act_is_refused(actor: Actor) -> None:
    actor.begin()
    with pytest.raises(Malformed):
        after(race(actor), [{"act": "fly"}])


def test_preview_instructs_for_the_readers_of_the_table(actor: Actor, phone: FlaskClient) -> None:
    actor.begin()
    turn = {"acts": [TAP, LEFT, DONE]}
    assert ask(phone, turn).json["todo"][0] == "Bo: Play a card: tap its value on the phone."
    actor.table.set_device(Device("/dev/ttyAMA0", "reader", 0, "connected"))
    assert "tap it on the reader" in ask(phone, turn).json["todo"][0]
