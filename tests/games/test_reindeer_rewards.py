"""Rewards of Reindeer Races: unknown values, their bounds, places, ties, and the buttons."""

from dataclasses import replace

import pytest
from reindeer_race import Race

from companion.errors import Refused
from companion.games import GAMES, history
from companion.games.reindeer_races import invariants, rewards
from companion.games.reindeer_races.notation import read, write
from companion.games.reindeer_races.state import State, Tile

LETTERS = ("letter_2", "letter_2", "letter_2", "letter_1")


def open_race(players: int = 2) -> Race:
    """A race without track cards and rewards."""
    return Race(players, box=None, laid=None)


def win(race: Race, seat: int, **fields: object) -> None:
    """The seat wins the next reward of the letter track."""
    race.tap(seat, *LETTERS)
    race("done", seat, **fields)


def unsaid() -> Race:
    """A race in which both seats won rewards of the letter track, and neither value was entered."""
    race = open_race()
    win(race, 1)
    win(race, 2, last=True)
    return race


def won(*teams: tuple[tuple[int | None, int], ...]) -> State:
    """A race in which these values were won on the letter track: (value, nth) by team."""
    state = open_race(len(teams)).state
    for seat, tiles in enumerate(teams, 1):
        held = tuple(Tile("letter", value, nth) for value, nth in tiles)
        state = state.with_team(replace(state.team(seat), tiles=held))
    return state


def places(state: State) -> dict[int, int | None]:
    return {team.seat: place for team, place in rewards.standing(state)}


@pytest.mark.parametrize(
    ("tiles", "limits"),
    [
        (((None, 1),), (1, 99)),
        (((None, 1), (2, 2)), (2, 99)),
        (((9, 1), (None, 2)), (1, 9)),
        (((9, 1), (None, 2), (4, 3)), (4, 9)),
        (((9, 1), (None, 2), (None, 3), (4, 4)), (4, 9)),
        (((9, 0), (None, 0), (4, 0)), (1, 99)),
        (((9, 0), (6, 0), (None, 3)), (1, 6)),
    ],
)
def test_unknown_value_lies_between_its_neighbours_on_the_track(
    tiles: tuple[tuple[int | None, int], ...], limits: tuple[int, int]
) -> None:
    state = won(tiles, ())
    tile = next(tile for tile in state.teams[0].tiles if tile.value is None)
    assert rewards.bounds(state, tile) == limits


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ((((5, 1), (3, 2)), ((4, 3),)), {1: 1, 2: 2}),
        ((((None, 1),), ((2, 2),)), {1: None, 2: None}),
        ((((9, 1),), ((None, 2),)), {1: None, 2: None}),
        ((((9, 1), (1, 4)), ((None, 2),)), {1: 1, 2: 2}),
        ((((9, 1),), ((4, 3),), ((None, 2),)), {1: None, 2: None, 3: None}),
        ((((9, 1), (9, 2)), ((4, 5),), ((None, 3),)), {1: 1, 2: None, 3: None}),
        ((((5, 1),), ((5, 2),), ()), {1: 1, 2: 1, 3: 3}),
        (((), ((None, 1),)), {1: 2, 2: 1}),
    ],
)
def test_place_is_shown_only_if_no_unknown_value_can_change_it(
    teams: tuple[tuple[tuple[int | None, int], ...], ...], expected: dict[int, int | None]
) -> None:
    assert places(won(*teams)) == expected


def test_race_with_unknown_values_has_no_winner() -> None:
    race = unsaid()
    assert (race.shown["phase"], race.shown["result"]) == ("rewards", None)
    assert "winner" not in race.event_keys()
    race("done", 1)
    race("done", 2)
    assert [entry["place"] for entry in race.shown["result"]] == [None, None]
    assert [entry["points"] for entry in race.shown["result"]] == [None, None]
    assert "no_king" in race.event_keys()


def test_race_ends_as_soon_as_the_values_decide_every_place() -> None:
    race = unsaid()
    race("value", 1, reward=1, value=7)
    assert race.shown["phase"] == "rewards"
    race("value", 2, reward=1, value=6)
    assert race.shown["result"] == [
        {"seat": 1, "place": 1, "points": 7},
        {"seat": 2, "place": 2, "points": 6},
    ]


def test_correction_of_the_values_can_end_the_race() -> None:
    race = unsaid()
    race.correct(1, tiles={"letter": [7]})
    race.correct(2, tiles={"letter": [6]})
    assert race.shown["phase"] == "over"


def test_player_who_leaves_is_not_asked() -> None:
    race = unsaid()
    race("retire", 1)
    assert (race.shown["phase"], race.team(2)["place"], race.team(1)["place"]) == ("over", 1, None)


def test_value_can_be_entered_during_the_race_and_changed() -> None:
    race = open_race()
    win(race, 1)
    race("value", 1, reward=1, value=8)
    assert (race.team(1)["points"], race.shown["phase"]) == (8, "turns")
    race("value", 1, reward=1, value=6)
    assert race.team(1)["points"] == 6
    before = race.state
    race("value", 1, reward=1, value=6)
    assert race.state is before


def test_value_is_not_asked_where_the_box_knows_it() -> None:
    Race().refuses("tile_not_asked", "value", 1, reward=1, value=8)


@pytest.mark.parametrize("position", [1, 2])
def test_value_is_entered_by_position_among_equal_ones(position: int) -> None:
    race = open_race()
    race.correct(1, tiles={"letter": [None, None]})
    race("value", 1, reward=position, value=5)
    assert [tile["value"] for tile in race.team(1)["tiles"]].index(5) == position - 1


def test_higher_value_after_a_lower_one_is_refused_and_the_remedy_forgets_the_lower() -> None:
    race = open_race()
    win(race, 1, tile=3)
    race.tap(2, *LETTERS)
    refused: Refused = race.refuses("tile_after", "done", 2, tile=9)
    assert (refused.params["other"], refused.params["value"]) == (3, 9)
    for act in refused.remedy:
        race.do(act)
    assert [race.team(seat)["tiles"][0]["value"] for seat in (1, 2)] == [None, 9]
    assert race.team(1)["missing"][0]["least"] == 9


def test_corrected_number_of_rewards_drops_the_order_of_the_track() -> None:
    race = open_race()
    win(race, 1)
    win(race, 2, tile=4)
    assert race.team(1)["missing"][0]["least"] == 4
    race.correct(2, tiles={"letter": [4, 2]})
    assert race.team(1)["missing"][0]["least"] == 1


def test_values_are_asked_for_on_the_buttons_with_nothing_chosen() -> None:
    race = open_race()
    win(race, 1)
    win(race, 2, tile=2, last=True)
    assert (race.label(1, "left"), race.label(1, "right")) == ("99 points", "2 points")
    assert (race.label(1, "ok"), race.label(1, "ok", hold=True)) == ("", "Nobody knows")
    race.press(1, "ok")
    assert race.shown["phase"] == "rewards"
    for button in ("right", "right", "left", "left", "right", "right"):
        race.press(1, button)
    assert race.label(1, "ok") == "It is 3"
    race.press(1, "ok")
    assert race.shown["result"][0] == {"seat": 1, "place": 1, "points": 3}


def test_only_the_asked_seats_are_up_and_the_others_wait() -> None:
    race = open_race(3)
    win(race, 1)
    win(race, 2, tile=2, last=True)
    assert [race.seat(seat).light.form for seat in (1, 2, 3)] == ["up", "finished", "finished"]
    assert race.todo(3) == [
        "The race is over. Still to be said: what are the rewards of Ada worth?"
    ]
    race.press(1, "ok", hold=True)
    assert race.todo(1)[0] == "The race is over. Your place stays open: 0 points."
    assert race.seat(1).light.count == 0


def test_race_with_some_unknown_values_round_trips() -> None:
    race = unsaid()
    assert list(invariants.broken(race.state)) == []
    assert read(write(race.state)) == race.state
    race("done", 1)
    assert read(write(race.state)) == race.state


@pytest.mark.parametrize(
    "state",
    [
        won(((3, 1), (9, 2)), ()),
        won(((9, 1), (3, 1)), ()),
        won(((3, 1),), ((9, 2),)),
        replace(won(((9, 1),), ()), phase="rewards", turn=None),
    ],
)
def test_rewards_out_of_order_or_never_asked_for_break_an_invariant(state: State) -> None:
    assert list(invariants.broken(state)) != []


def test_winner_of_a_tie_sees_the_reason() -> None:
    race = Race()
    race.correct(1, tiles={"letter": [5, 3]})
    race.correct(2, tiles={"letter": [8]})
    race("end")
    why = "Bert and Ada have the same points. The higher single reward decides: 8 against 5."
    assert race.todo(2) == ["You are King of the Reindeer: 8 points!", why]
    assert race.event_params("tie")["less"] == 5


def test_remedy_sorts_the_values_of_a_correction_that_is_out_of_order() -> None:
    race = open_race()
    for _ in range(2):
        race.correct(1, hand=5)
        win(race, 1)
        race("done", 2)
    wrong = {"tiles": {"letter": [2, 5]}}
    refused: Refused = race.refuses("tile_after", "correct", 1, set=wrong)
    for act in refused.remedy:
        race.do(act)
    assert [tile["value"] for tile in race.team(1)["tiles"]] == [5, 2]


def test_remedy_of_a_correction_forgets_the_contradicting_value_of_another_team() -> None:
    race = open_race()
    win(race, 1, tile=3)
    win(race, 2, tile=2)
    refused: Refused = race.refuses("tile_after", "correct", 2, set={"tiles": {"letter": [4]}})
    for act in refused.remedy:
        race.do(act)
    assert [race.team(seat)["tiles"][0]["value"] for seat in (1, 2)] == [None, 4]


def test_log_from_before_the_order_was_checked_replays() -> None:
    taps = [{"act": "tap", "card": {"object": "letter", "count": int(n[-1])}} for n in LETTERS]
    log = [
        *({**tap, "seat": 1} for tap in taps),
        {"act": "done", "seat": 1, "tile": 3},
        *({**tap, "seat": 2} for tap in taps),
        {"act": "done", "seat": 2, "tile": 9},
        {"act": "undo"},
    ]
    options = {"seats": [{"seat": n, "name": f"P{n}", "colour": f"c{n}"} for n in (1, 2)]}
    played = history.replay(GAMES["reindeer_races"], options, log)
    assert [tile.value for tile in played.state.teams[0].tiles] == [3]
    again, _ = played.apply({"act": "redo"})
    assert [tile.value for team in again.state.teams for tile in team.tiles] == [None, 9]
