"""The link among the table's devices: posted only when its words change."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.config import Hall, simulated
from companion.hall_link import link as links
from companion.hall_link.connection import Received
from companion.hall_link.link import LinkState, device, open_link
from companion.library import deck_seed
from companion.messages import sentence
from companion.store.store import Store
from tests.patience import until

HALL = Hall("127.0.0.1", 1, False, "club", "t1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        yield store


def said(state: LinkState) -> str:
    found = device(HALL, state)
    return sentence(found.note, found.params)


def test_a_connected_hall_looks_the_same_whatever_waits() -> None:
    state = LinkState(True, 0.0)
    assert device(HALL, state) == device(HALL, replace(state, waiting=7))
    assert said(state).startswith("Hall club: connected since ")


def test_an_absent_hall_says_how_much_waits() -> None:
    assert "; 1 act is waiting for it." in said(LinkState(False, 0.0, waiting=1))
    assert "; 132 acts are waiting for it." in said(LinkState(False, 0.0, waiting=132))


def test_pages_get_no_new_version_while_nothing_changes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker is tried again and again; the pages hear of it once."""
    tried: list[object] = []
    made = links.Connection

    def connection(*args: Any) -> Any:
        tried.append(args)
        return made(*args)

    monkeypatch.setattr(links.HallLink, "retry_s", (0.001, 0.001))
    monkeypatch.setattr(links, "Connection", connection)
    posted: list[Any] = []
    table = replace(simulated(2), hall=HALL)
    link = open_link(table, store, lambda: pytest.fail("connected"), posted.append)
    assert link
    link.start()
    until(lambda: len(tried) > 5)
    link.stop()
    assert [one.state for one in posted] == ["lost"]


def test_a_race_that_the_hall_prepares_gets_a_secret_seed_for_played_seats(store: Store) -> None:
    posted: list[Any] = []
    table = replace(simulated(2), hall=HALL)
    link = open_link(table, store, lambda: SimpleNamespace(on_break=False), posted.append)  # type: ignore[arg-type, return-value]
    assert link
    for played in ({}, {"played": "keen"}):
        race = {"game": "snow_tails", "options": {"seats": [{"name": "Balto", **played}]}}
        command = json.dumps({"v": 1, "id": "a", "do": "prepare", **race}).encode()
        link._take(Received("", command, False))
    without, drawn = (post.body["options"] for post in posted)
    assert "seed" not in without
    assert 0 <= drawn["seed"] < 2**deck_seed.BITS
