"""A snapshot in words: the same, however much of it was put into words before."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.bench import players as bots
from companion.games import GAMES
from companion.signals import Device, Origin, Press
from companion.table import snapshot
from companion.table.snapshot import Snapshot
from tests.table.table_actor import OPTIONS, Actor


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[Actor]:
    with closing(Actor(tmp_path)) as table:
        yield table


def assert_same(shown: Snapshot) -> None:
    for lang in ("en", "de"):
        assert json.loads(snapshot.frame(shown, lang).data) == snapshot.words(shown, lang)


def test_a_race_with_its_menus_phones_and_nodes_is_the_same_on_streams_and_asked_for(
    actor: Actor,
) -> None:
    assert_same(actor.table.snapshot)
    actor.begin()
    for number, act in enumerate(bots.play(GAMES["snow_tails"], OPTIONS, Random(5))[:60]):
        assert actor.act(**act).status == 200
        assert_same(actor.table.snapshot)
        seat = OPTIONS["seats"][number % 3]["seat"]
        actor.signal(Press(seat, "event", True, Origin("node", "E66", "C0DE", number + 1)))
        assert_same(actor.table.snapshot)
    actor.post("claim", "Ada's phone", seat=1)
    assert_same(actor.table.snapshot)
    for state in ("connected", "lost"):
        actor.table.devices = {"E66": Device("E66", "node", 3, state)}
        actor.table.publish()
        assert_same(actor.table.snapshot)
