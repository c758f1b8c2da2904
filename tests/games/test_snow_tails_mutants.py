"""Cases from surviving mutants: late marks, discards, cues, the winner."""

from dataclasses import replace
from typing import Any

from snow_race import Race, played_round

from companion.games.snow_tails.state import Card


def changed(race: Race, seat: int, **fields: Any) -> Race:
    race.state = race.state.with_sled(replace(race.state.sled(seat), **fields))
    return race


def test_last_card_of_a_value_not_in_play_can_be_named() -> None:
    race = changed(Race(), 1, unnamed=1, discard=(Card(3),) * 3)
    race("discard", 1, value=3)
    assert race.state.sled(1).unnamed == 0


def test_sled_eliminated_by_a_late_mark_discards_nothing() -> None:
    race = changed(played_round(0, 0), 1, dents=4, dogs=3)
    race("mark", 1, what="edge", late=True)
    assert race.state.sled(1).status == "eliminated"
    assert "discard" not in race.event_keys()
    assert race.state.sled(1).dogs == 3


def test_late_dents_and_late_finish_have_cues() -> None:
    race = played_round(0, 0)
    race("mark", 1, what="edge", late=True)
    (dents,) = [event for event in race.events if event.key == "snow_tails.dents_late"]
    assert (dents.cue, dents.params["dents"]) == ("dents", 1)
    race = changed(played_round(0, 0, limits=()), 1)
    race("mark", 1, what="line", late=True)
    (finished,) = [event for event in race.events if event.key == "snow_tails.finished"]
    assert finished.cue == "finished"


def test_only_finished_sled_wins_against_eliminated_ones() -> None:
    race = changed(Race(limits=()), 2, status="eliminated")
    race.play(1, 3, "left", "line")
    assert race.event_keys()[-4:] == ["over", "winner", "points", "points_out"]


def test_refused_bonus_names_the_player_and_the_figures() -> None:
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


def test_refused_shift_names_the_player() -> None:
    race = played_round(0, 0)
    front = race.state.proposed[0]
    refusal = race.refused("shift", front, by=-1)
    assert refusal.params == {"name": race.state.sled(front).name}
