"""Whole races on a laid course: positions hold, nobody is asked, hands and dents are as ever."""

from random import Random
from typing import Any

import pytest
import snow_course
from shared import seeds, shown

from companion.bench import players
from companion.errors import Refused
from companion.games import GAMES, history, snow_tails
from companion.games.game import DriveLight
from companion.games.snow_tails import box, invariants, notation
from companion.games.snow_tails.track_pieces import track_piece


@pytest.mark.parametrize("seed", seeds(4, 60))
def test_positions_hold_and_round_trip_in_random_races(seed: int) -> None:
    rng = Random(seed)
    options = snow_course.random_options(rng)
    race, log = snow_course.begin(options), []
    for number, (act, after) in enumerate(snow_course.wander(race, rng)):
        log += [act] if after is not race else []  # what changes nothing is not stored
        race = after
        assert list(invariants.broken(race.state)) == []
        if number % 20 == 0:
            assert notation.read(notation.write(race.state)) == race.state
    assert race.state.phase == "over"
    assert history.replay(GAMES["snow_tails"], options, log) == race
    while race.can_undo:
        race, _ = race.apply({"act": "undo"})
    assert race.state == snow_course.begin(options).state


@pytest.mark.parametrize("batch", seeds(2, 18))
def test_nobody_is_asked_for_the_race_order(batch: int) -> None:
    """Five races a batch, a hundred with --long."""
    for seed in range(5 * batch, 5 * batch + 5):
        rng = Random(seed)
        options = snow_course.random_options(rng)
        limits = list(snow_course.begin(options).state.limits)
        race = snow_course.begin(options)
        for act in players.play(GAMES["snow_tails"], {**options, "limits": limits}, rng):
            race, _ = race.apply(act)
            assert race.state.phase in ("turns", "over")
            assert act["act"] not in ("order", "shift")
        assert race.state.phase == "over"


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_race_ends_as_the_same_race_without_a_course(seed: int) -> None:
    """The marks of each move entered by hand give the same hands, dents, lines and places."""
    rng = Random(100 + seed)
    options = snow_course.random_options(rng)
    race = snow_course.begin(options)
    marked = _by_marks(options, race)
    for act, after in snow_course.wander(race, rng):
        race = after
        for one in _same(act, race, marked):
            marked, _ = marked.apply(one)
        if marked.state.phase == "order":
            marked, _ = marked.apply({"act": "order", "seats": _order(race, marked)})
        assert _figures(marked) == _figures(race)


def _by_marks(options: dict[str, Any], race: history.History) -> history.History:
    plain = {name: value for name, value in options.items() if name not in ("laid", "box")}
    limits, flag = list(race.state.limits), race.state.flag
    return snow_course.begin({**plain, "limits": limits, "flag": flag})


def _same(act: Any, race: history.History, marked: history.History) -> list[dict[str, Any]]:
    """The acts that players enter without a course: the marks of the move before `done`."""
    if act["act"] == "move":
        return []
    if act["act"] != "done":
        return [act]
    last = race.state.sled(act["seat"]).last
    marks = last.marks if last else ()
    return [*({"act": "mark", "seat": act["seat"], "what": what} for what in marks), act]


def _order(race: history.History, marked: history.History) -> list[int]:
    """The order that the course gave: finishers by place, then the racing sleds."""
    placed = sorted(
        (sled for sled in race.state.sleds if sled.seat in marked.state.proposed and sled.place),
        key=lambda sled: sled.place or 0,
    )
    racing = [seat for seat in race.state.order if race.state.sled(seat).racing]
    return [*(sled.seat for sled in placed), *racing]


def _figures(race: history.History) -> list[Any]:
    names = ("left", "right", "brake", "dents", "dogs", "deck", "lines", "status", "place")
    return [[seat[name] for name in names] for seat in shown(race)["seats"]]


def test_state_with_a_course_stays_small() -> None:
    """A course adds at most 2 kB: spaces of sleds, saplings, ends of the move."""
    rng = Random(5)
    options = snow_course.options(5, snow_course.COURSES[1])
    race = snow_course.begin(options)
    for _, after in snow_course.wander(race, rng):
        state = shown(after)
        added = [state["saplings"], [seat["at"] for seat in state["seats"]]]
        added += [seat["path"] for seat in state["seats"]]
        added += [seat["pending"]["ends"] for seat in state["seats"] if seat["pending"]]
        assert len(str(added).replace(" ", "")) <= 2000


def test_event_button_steps_through_all_ends_and_back() -> None:
    """A seat's hardware alone chooses any end: EVENT for the next one, OK to take it."""
    race = snow_course.begin(snow_course.options(2, snow_course.COURSES[0]))
    race, _ = race.apply({"act": "tap", "seat": 1, "card": {"value": 5}, "slot": "left"})
    seen = []
    for _ in range(4):
        seat = race.game.view(race.state).seats[0]
        seen.append(
            next(end["to"] for end in shown(race)["seats"][0]["pending"]["ends"] if end["chosen"])
        )
        press = seat.keys[""]["event"].press
        assert press is not None
        assert press.act is not None
        race, _ = race.apply(press.act)
    assert seen == [[1, 1, 2], [1, 1, 1], [0, 1, 5], [0, 1, 4]]
    assert shown(race)["seats"][0]["pending"]["ends"][0]["chosen"]


def test_strip_shows_steps_drifts_crash_and_dents_of_the_chosen_end() -> None:
    """The four ends of speed 5 with two drifts to the left, EVENT by EVENT."""
    race = snow_course.begin(snow_course.options(2, snow_course.COURSES[0]))
    race, _ = race.apply({"act": "tap", "seat": 1, "card": {"value": 5}, "slot": "left"})
    lights = []
    for _ in range(4):
        seat = race.game.view(race.state).seats[0]
        lights.append(seat.light)
        press = seat.keys[""]["event"].press
        assert press is not None
        assert press.act is not None
        race, _ = race.apply(press.act)
    assert lights == [
        DriveLight("drive", 3, dents=1, stopped=True),
        DriveLight("drive", 2, dents=1, stopped=True),
        DriveLight("drive", 1, dents=1, stopped=True),
        DriveLight("drive", 0, dents=1, stopped=True),
    ]


def test_remedy_of_a_taken_space_moves_the_other_sled_to_the_nearest() -> None:
    race = snow_course.begin(snow_course.options(2, snow_course.COURSES[0]))
    act = {"act": "correct", "seat": 1, "set": {"at": [0, 2, 4]}}
    with pytest.raises(Refused) as refused:
        race.apply(act)
    for one in refused.value.remedy:
        race, _ = race.apply(one)
    assert [sled.at for sled in race.state.sleds] == [(0, 2, 4), (0, 3, 4)]


def test_pieces_that_the_box_lacks_are_refused_by_their_place() -> None:
    seats = snow_course.options(2, ("1A", "77A", "10A"))
    with pytest.raises(Refused) as refused:
        snow_tails.setup(seats)
    assert (refused.value.key, refused.value.params["n"]) == ("course.unknown_piece", 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("track=1/A/start", "track=1/A/finish"),
        ("5,5,5,5,5", "5,5,0,5,5"),
        ("at=0,1,4", "at=0,1"),
        ("at=0,1,4", "at=0,1,9"),
        ("at=0,1,4", "at=0,2,4"),
        (" at=0,1,4", ""),
        ("limits=4", "limits=3"),
        ("turn=1", "turn=1 saplings=1,1,1"),
        ("turn=1", "turn=1 pending=3/left//0/0,0,0/9,1,1,1,0"),
        ("turn=1", "turn=1 pending=3/left//0/0,0,0/1,1,2,2,0"),
        ("turn=1", "turn=1 pending=3/left//0/0,0,0/1,1,2,1,1"),
        ("turn=1", "turn=1 pending=3/left/line/0/0,0,0"),
        ("track=", "trick="),
    ],
)
def test_position_that_no_laid_race_can_reach_is_refused(old: str, new: str) -> None:
    line = notation.write(snow_course.begin(snow_course.options(2, snow_course.COURSES[0])).state)
    assert old in line
    with pytest.raises(Refused):
        notation.read(line.replace(old, new, 1))


def test_pieces_with_drifts_of_their_own_round_trip_either_way_round() -> None:
    data = box.example()
    bend = next(piece for piece in data["pieces"] if box.title(track_piece(piece)) == "5A")
    bend["drifts"] = [[2, 2, 3, 4], [4, 5, 5, 7]]
    for names, drift in ((("1A", "5A", "10A"), "2,2,3,4"), (("1A", "5A~", "10A"), "3,2,4,3")):
        state = snow_course.begin({**snow_course.options(2, names), "box": data}).state
        line = notation.write(state)
        assert drift in line
        assert notation.read(line) == state
        for wrong in ("2,9,3,4", "2,2,4,4", "2,2,3,9"):
            with pytest.raises(Refused):
                notation.read(line.replace(drift, wrong))


def test_choice_of_an_end_round_trips() -> None:
    race = snow_course.begin(snow_course.options(2, snow_course.COURSES[0]))
    race, _ = race.apply({"act": "tap", "seat": 1, "card": {"value": 5}, "slot": "left"})
    race, _ = race.apply({"act": "move", "seat": 1, "to": [0, 1, 5]})
    line = notation.write(race.state)
    assert " pending=5/left//0/0,0,0/0,1,5,1,0 " in line
    assert notation.read(line) == race.state


def test_last_of_a_round_that_leads_the_next_one_is_told_to_draw_first() -> None:
    """ST-85: up again right after its own turn, it would play without the cards."""
    race = snow_course.begin(snow_course.options(2, snow_course.COURSES[0]))
    for seat, value in ((1, 5), (2, 1)):
        for act in ({"act": "tap", "card": {"value": value}}, {"act": "slot", "slot": "brake"}):
            race, _ = race.apply({**act, "seat": seat})
        race, _ = race.apply({"act": "done", "seat": seat})
    assert (race.state.round, race.state.turn) == (2, 2)
    ticks = snow_tails.view(race.state).seats[1].ticks
    assert [(one.key, one.params) for one in ticks] == [("snow_tails.todo_draw", {"count": 1})]


def _drives(at: list[int], other: list[int], value: int, slot: str, *to: list[int]) -> Any:
    """The view while seat 1 plays a card from a space, with seat 2 on another; its end, if any."""
    race = snow_course.begin(snow_course.options(2, ("1A", "5A", "10A")))
    for seat, space in ((1, at), (2, other)):
        race, _ = race.apply({"act": "correct", "seat": seat, "set": {"at": space}})
    race, _ = race.apply({"act": "correct", "set": {"turn": 1}})
    for act in ({"act": "tap", "card": {"value": value}}, {"act": "slot", "slot": slot}):
        race, _ = race.apply({**act, "seat": 1})
    for space in to:
        race, _ = race.apply({"act": "move", "seat": 1, "to": space})
    return snow_tails.view(race.state).seats[0]


def test_end_that_hits_a_sled_beyond_the_finish_warns_on_ok_as_on_the_picture() -> None:
    """It costs no dent and no card, but the sled stops there."""
    seat = _drives([2, 1, 2], [2, 1, 5], 3, "left")
    assert seat.todo[1].key == "snow_tails.todo_drive_sled_finish"
    (done,) = (key for key in seat.extra if key.act["act"] == "done")
    assert (done.label.key, done.warn) == ("snow_tails.key_hits", "costs")
    assert (seat.keys[""]["ok"].press.label, seat.keys[""]["ok"].press.warn) == (
        done.label,
        "costs",
    )


def test_todo_says_which_limit_costs_dents_and_what_the_rest_are_for() -> None:
    """The bend's line has limit 4; at 6 the sled drifts into the edge behind it."""
    todo = [(one.key, one.params) for one in _drives([0, 1, 5], [0, 2, 1], 4, "left").todo]
    assert ("snow_tails.todo_drive_dents", {"count": 1}) in todo
    free = [one.key for one in _drives([0, 3, 5], [0, 2, 1], 4, "right").todo]
    assert "snow_tails.todo_drive_limit" not in free
    fast = [(one.key, one.params) for one in _drives([0, 3, 5], [0, 2, 1], 1, "brake").todo]
    limit = {"speed": 5, "limit": 4, "count": 1}
    assert ("snow_tails.todo_drive_limit", limit) in fast
    assert "snow_tails.todo_drive_dents" not in dict(fast)


@pytest.mark.parametrize(("other", "stop"), [([0, 2, 1], "edge"), ([0, 1, 5], "sled")])
def test_crash_without_a_step_names_no_spaces(other: list[int], stop: str) -> None:
    at = [0, 1, 4]
    todo = [one.key for one in _drives(at, other, 5 if stop == "edge" else 3, "left", at).todo]
    assert (todo[1], todo[-1]) == (f"snow_tails.todo_stay_{stop}", "snow_tails.todo_done_still")
