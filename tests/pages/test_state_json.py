"""A snapshot as JSON: the stream's cached JSON equals that of a request."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.bench import players
from companion.games import GAMES
from companion.pages import state_json
from companion.signals import Device, Origin, Press
from companion.table.snapshot import Snapshot
from tests.table.table_actor import OPTIONS, Actor


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[Actor]:
    with closing(Actor(tmp_path)) as table:
        yield table


def assert_same(shown: Snapshot) -> None:
    for lang in ("en", "de"):
        assert json.loads(state_json.message(shown, lang).data) == state_json.state(shown, lang)


def test_streamed_state_equals_the_requested_state(actor: Actor) -> None:
    assert_same(actor.table.snapshot)
    actor.begin()
    for number, act in enumerate(players.play(GAMES["snow_tails"], OPTIONS, Random(5))[:60]):
        assert actor.act(**act).status == 200
        assert_same(actor.table.snapshot)
        seat = OPTIONS["seats"][number % 3]["seat"]
        actor.signal(Press(seat, "event", True, Origin("node", "E66", "C0DE", number + 1)))
        assert_same(actor.table.snapshot)
    actor.post("claim", "Ada's phone", seat=1)
    assert_same(actor.table.snapshot)
    for state in ("connected", "lost"):
        actor.table.set_device(Device("E66", "node", 3, state))
        assert_same(actor.table.snapshot)
