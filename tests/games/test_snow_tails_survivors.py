"""Rules that mutants changed without anybody's notice: late marks, discards, cues, the winner."""

from dataclasses import replace
from typing import Any

from snow_race import Race, played_round

from companion.games.snow_tails.state import Card


def changed(race: Race, seat: int, **fields: Any) -> Race:
    race.state = race.state.with_sled(replace(race.state.sled(seat), **fields))
    return race


def test_the_last_card_of_a_value_that_nobody_plays_can_be_named() -> None:
    race = changed(Race(), 1, unnamed=1, discard=(Card(3),) * 3)
    race("discard", 1, value=3)
    assert race.state.sled(1).unnamed == 0


def test_a_sled_that_is_out_late_discards_nothing_more() -> None:
    race = changed(played_round(0, 0), 1, dents=4, dogs=3)
    race("mark", 1, what="edge", late=True)
    assert race.state.sled(1).status == "eliminated"
    assert "discard" not in race.told()
    assert race.state.sled(1).dogs == 3


def test_late_dents_and_a_late_finish_are_shown_with_their_cues() -> None:
    race = played_round(0, 0)
    race("mark", 1, what="edge", late=True)
    (dents,) = [event for event in race.events if event.key == "snow_tails.dents_late"]
    assert (dents.cue, dents.params["dents"]) == ("dents", 1)
    race = changed(played_round(0, 0, limits=()), 1)
    race("mark", 1, what="line", late=True)
    (finished,) = [event for event in race.events if event.key == "snow_tails.finished"]
    assert finished.cue == "finished"


def test_one_sled_at_the_finish_is_the_winner_of_those_who_are_out() -> None:
    race = changed(Race(limits=()), 2, status="eliminated")
    race.play(1, 3, "left", "line")
    assert race.told()[-4:] == ["over", "winner", "points", "points_out"]


def test_a_bonus_that_is_none_names_who_asked_and_why_not() -> None:
    race = Race()
    race("tap", 1, card={"value": 3})
    race("slot", 1, slot="left")
    assert race.refused("done", 1, bonus=True).params == {"name": "Ada"}
    race.state = replace(race.state, round=2)
    race("slot", 1, slot="left")
    race("tap", 1, card={"value": 5})
    race("slot", 1, slot="left")
    unbalanced = race.refused("done", 1, bonus=True)
    assert unbalanced.params == {"name": "Ada", "left": 5, "right": 3}


def test_the_order_step_names_who_cannot_move() -> None:
    race = played_round(0, 0)
    front = race.state.proposed[0]
    refusal = race.refused("shift", front, by=-1)
    assert refusal.params == {"name": race.state.sled(front).name}
