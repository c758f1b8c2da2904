"""Checks of requests before the table gets them."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games import GAME_SPECS
from companion.library.library import Library
from companion.pages.app import create_app
from companion.pages.routes import PAGES
from companion.pages.web import Web
from companion.table.posts import Post
from tests.table.table_actor import PIN, Actor

HEADERS = {"Origin": "http://localhost", "Content-Type": "application/json"}


@pytest.fixture
def posted() -> list[Post]:
    """The posts that reached the table."""
    return []


@pytest.fixture
def phone(table: Actor, posted: list[Post]) -> FlaskClient:
    """A phone that has opened a page."""
    web = Web(
        snapshot=lambda: table.table.snapshot,
        post=posted.append,
        saved=Library(table.store),
        secret=b"secret",
        pin=PIN,
        room=None,
        health=dict,
    )
    client = create_app(web).test_client()
    client.get("/races")
    posted.clear()
    return client


ASKED_FOR = re.compile(r'(?:href|src)="(/static/[^"]+)"')


def test_pages_ask_only_for_files_that_exist_during_a_race(
    phone: FlaskClient, table: Actor
) -> None:
    """The box of another game than the one on the table among them."""
    assert table.begin().status == 200
    paths = [re.sub("<[^>]+>", "1", page.path) for page in PAGES if not page.only_with]
    for path in (*paths, *(f"/boxes/{game}" for game in GAME_SPECS)):
        for file in ASKED_FOR.findall(phone.get(path).text):
            assert phone.get(file).status_code == 200, (path, file)


NO_JSON = {
    "nothing": b"",
    "broken": b"{",
    "very deep": b'{"key": ' + b"[" * 60_000,
    "not a number": b'{"key": "k", "act": {"act": "done", "seat": 1, "took_s": NaN}}',
    "half a character": b'{"key": "k", "act": {"act": "\\ud800"}}',
    "no UTF-8": b'{"key": "\xff"}',
    "no object": b"[1]",
}


@pytest.mark.parametrize("name", NO_JSON)
def test_a_body_that_is_not_a_json_object_does_not_reach_the_table(
    phone: FlaskClient, posted: list[Post], name: str
) -> None:
    answer = phone.post("/api/v1/acts", data=NO_JSON[name], headers=HEADERS)
    assert (answer.status_code, error(answer)) == (400, "web.no_object")
    assert posted == []


@pytest.mark.parametrize("path", ["", "/export"])
@pytest.mark.parametrize("race", [0, 1, 10**30])
def test_an_unknown_race_is_not_found(phone: FlaskClient, race: int, path: str) -> None:
    answer = phone.get(f"/api/v1/races/{race}{path}")
    assert (answer.status_code, error(answer)) == (404, "web.no_such_race")


@pytest.mark.parametrize("path", ["/races", "/races/1", "/races/1/export"])
def test_an_unreadable_file_is_reported_in_a_sentence(
    phone: FlaskClient, tmp_path: Path, path: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
        database.execute("DROP TABLE act")
    answer = phone.get(f"/api/v1{path}")
    assert (answer.status_code, error(answer)) == (503, "store.unreadable")
    assert "companion.db is damaged" in answer.get_json()["error"]["text"]


def error(answer: Any) -> str:
    return str(answer.get_json()["error"]["key"])


def test_a_refusal_has_a_sentence_and_json_params(
    phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = replace(GAME_SPECS["snow_tails"], box=None)
    monkeypatch.setitem(GAME_SPECS, "snow_tails", bare)
    answer = phone.get("/api/v1/boxes/snow_tails?lang=en")
    assert answer.status_code == 404
    told = answer.get_json()["error"]
    assert told["params"] == {"game": "ui.game_snow_tails"}
    assert told["text"].startswith("Snow Tails needs no list")


def test_head_request_describes_the_stream(phone: FlaskClient) -> None:
    answer = phone.head("/api/v1/stream")
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
