"""A tapped card proposes its game, or is refused during a race of another game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.messages import sentence
from companion.pages import state_json
from companion.signals import Origin, Tag
from companion.store.store import Tagged, waited
from companion.table.proposal import PROPOSAL_S
from tests.library.box_game import NAME, add_to_games
from tests.table.table_actor import Actor

TRACK = Tagged("04A30B5AEB6C80", NAME, {"kind": "track", "card": 2})
RED_FOUR = "AA04".ljust(14, "0")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Actor]:
    add_to_games(monkeypatch)
    actor = Actor(tmp_path)
    waited(lambda then: actor.store.put_tags([TRACK], then))
    yield actor
    actor.close()


def tap(table: Actor, uid: str = TRACK.uid, seat: int = 3) -> None:
    table.signal(Tag(seat, uid, Origin("node", "n")))


def proposed(table: Actor) -> str | None:
    value = table.table.snapshot.proposal
    return value.game if value else None


def test_a_card_proposes_its_game_while_no_race_is_under_way(table: Actor) -> None:
    tap(table)
    told = state_json.state(table.table.snapshot, "en")
    assert told["proposal"] == {"game": NAME, "seat": 3, "title": sentence(f"ui.game_{NAME}")}
    assert told["notices"] == []
    assert table.table.cues(table.now)[3].name == "card"
    tap(table, RED_FOUR, seat=0)
    assert proposed(table) == "snow_tails"


def test_a_proposal_ends_by_itself_or_with_the_next_race(table: Actor) -> None:
    tap(table)
    table.now += PROPOSAL_S
    table.table.tick(table.now)
    assert proposed(table) is None
    tap(table)
    table.begin()
    assert proposed(table) is None


def test_another_game_may_be_proposed_before_and_after_a_race(
    table: Actor,
) -> None:
    table.begin()
    tap(table)
    assert proposed(table) == NAME
    table.act(act="end")
    table.now += PROPOSAL_S
    table.table.tick(table.now)
    tap(table)
    assert proposed(table) == NAME


def test_during_a_race_another_games_card_is_refused_naming_both_games(table: Actor) -> None:
    table.begin()
    tap(table, RED_FOUR, seat=1)
    table.rest()
    table.act(act="slot", seat=1, slot="left")
    table.act(act="done", seat=1)
    tap(table)
    assert proposed(table) is None
    (notice,) = state_json.state(table.table.snapshot, "en")["notices"]
    assert notice["key"] == "tags.other_game"
    assert notice["text"].endswith("; Snow Tails is on the table.")


def test_during_set_up_every_card_proposes_its_game_and_owned_cards_seat_their_owners(
    table: Actor,
) -> None:
    table.post("first", "host")
    table.post("seating", "host", do="start")
    tap(table)
    tap(table, "04FFFFFFFFFFFF")
    assert proposed(table) == NAME
    assert [notice.key for notice in table.table.snapshot.notices] == ["seating.unknown_card"]
    tap(table, RED_FOUR)
    assert proposed(table) == "snow_tails"
    assert table.table.snapshot.sit_down is not None
    assert table.table.snapshot.sit_down.seats == {3: "red"}
