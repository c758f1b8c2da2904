"""The instructions for each seat and the table, sentence by sentence."""

from dataclasses import replace

import pytest
from husky_box import sample
from husky_race import ROUND_2, Race, after

from companion import messages
from companion.games import husky
from companion.games.husky.state import EVENTS, Pile


def instructions(race: Race, seat: int) -> list[str]:
    return [messages.say(todo) for todo in race.at(seat).todo]


def table(race: Race) -> list[str]:
    return [messages.say(todo) for todo in husky.view(race.state).todo]


def quoted(label: str) -> str:
    """The label of a key within a sentence."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{label}\N{RIGHT DOUBLE QUOTATION MARK}"


FINISH = (
    "All checkpoints passed. Do you reach the finish? "
    f"Then press EVENT ({quoted('At the finish!')})."
)
STANDS = "Which colour do you stand on now? "
NEXT = f"Do you pass checkpoint 1? Then press EVENT ({quoted('Checkpoint 1 passed')})."
OK = "OK when everything is moved."
READ = "Read the event card and carry it out."
ASKS = (
    "Did the event card move your musher? LEFT, RIGHT or BRAKE says where. "
    "Did it change your next turn or your hand? "
    f"Then hold EVENT ({quoted('The event changed something…')})."
)
DRAW = (
    "raw an event card and tap it on the reader. No sticker? "
    f"Then hold OK ({quoted('Event card drawn')})."
)
MAYBE = f"Is there an E on your card? D{DRAW}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "1: card 3",
            [
                f"{STANDS}LEFT: snow 1. RIGHT: bush 2. BRAKE: ice 5.",
                "Then move 1 space each: bear, elk.",
                NEXT,
                OK,
            ],
        ),
        (
            "given white=2 green=1; 1: card 3",
            [
                f"{STANDS}LEFT: snow 0. RIGHT: bush 1. BRAKE: ice 5.",
                "Then move 1 space each: bear, elk.",
                OK,
            ],
        ),
        (
            "1: card 1, on checkpoint_2",
            [
                "From checkpoint 2 (ice): move 2 spaces.",
                "Then move 1 space each: wolf, bear.",
                f"E: d{DRAW}",
                NEXT,
            ],
        ),
        (
            "1: attacked, card 1",
            [
                "Your musher stays where it is. You only move the animals.",
                "Then move 1 space each: wolf, bear.",
                OK,
            ],
        ),
        (
            "given white=2 green=1 blue=0; 1: card 60, on green",
            [
                "From bush: move as many spaces as the card says, minus 1 for the weather.",
                "Then move the two animals of the card by 1 space.",
                MAYBE,
                NEXT,
                OK,
            ],
        ),
        (
            "4: retire; 1: card 60, on blue",
            [
                "From ice: move as many spaces as the card says.",
                "Then move the two animals of the card by 2 spaces.",
                MAYBE,
                NEXT,
                OK,
            ],
        ),
        (
            "1: card 60",
            [
                "Move as many spaces as the card says for your colour, minus the weather.",
                "Then move the two animals of the card by 1 space.",
                MAYBE,
                NEXT,
                OK,
            ],
        ),
        ("1: card 1, event 1", ["Event: A hare.", NEXT, OK]),
        ("1: card 1, event 2", ["Event: A fall.", ASKS, NEXT, OK]),
        ("1: card 1, event 3", [READ, ASKS, NEXT, OK]),
        ("1: card 1, draw", [READ, ASKS, NEXT, OK]),
        (
            "given 1: checkpoints=[3,1,2]; 1: card 1, draw",
            [READ, ASKS, FINISH, OK],
        ),
    ],
)
def test_turn_is_instructed_step_by_step(words: str, expected: list[str]) -> None:
    """rules.md 8.3: the seat that is up sees all of it, the table its first line."""
    race = after(f"{ROUND_2}; {words}")
    assert instructions(race, 1) == expected
    assert table(race)[0] == f"Ada: {expected[0]}"
    assert table(race)[1].startswith("The weather: snow ")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("card 1, to 4.6, animal 1 1.5", ["Then move one animal (bear): 1 space."]),
        (
            "card 60",
            [
                "From the start space (snow): move as many spaces as the card says.",
                "Then move the two animals of the card by 1 space.",
                MAYBE,
                NEXT,
                OK,
            ],
        ),
        (
            "card 60, to 3.2",
            ["Then move the two animals of the card by 1 space.", MAYBE, NEXT, OK],
        ),
        (
            "card 2, to 3.5, animal 2 3.5",
            [
                "Move the wolf (no. 2) away: at least 3 spaces from every musher.",
                "Then move one animal (elk): 1 space.",
            ],
        ),
        (
            "card 1, to 4.6, animal 1 1.5, animal 5 8.1, event 2",
            [
                "Event: A fall.",
                "Did the event card move anyone? "
                f"Tap {quoted('Moved by the event…')}. "
                "Did it change a turn or a hand? Use the keys below.",
                OK,
            ],
        ),
    ],
)
def test_instructions_on_a_board_leave_out_what_it_shows(words: str, expected: list[str]) -> None:
    race = after(f"1: weather 2, {words}", box="small")
    assert instructions(race, 1) == expected
    assert table(race) == [f"Ada: {expected[0]}", "The weather: snow fair, bush fair, ice fair."]


WEATHER = "Reveal the next weather card: tap it on the reader."
PLAY = "Play an action card: tap it on the reader."
TAKE = "First take your 8 action cards."
DEAL = "Shuffle action, weather and event cards separately, and deal 8 action cards to each player"


@pytest.mark.parametrize(
    ("words", "one", "two", "all_of_them"),
    [
        (
            "given round=2",
            [WEATHER, TAKE],
            ["Ada reveals the weather.", "You are next."],
            [WEATHER, DEAL],
        ),
        (
            "1: weather 24",
            ["Put your musher on the start space.", TAKE, PLAY],
            ["You are next."],
            ["Put your musher on the start space.", DEAL],
        ),
        (
            "1: weather 1",
            ["Put your musher on the start space.", TAKE, PLAY],
            ["You are next."],
            [
                "Put your musher on the start space.",
                DEAL,
                "The weather: snow moderate \N{MINUS SIGN}1, bush fair, ice bad \N{MINUS SIGN}2.",
            ],
        ),
        (
            "1: weather 24, card 60",
            [
                "From the start space (snow): read the distance from the card, "
                "and subtract the weather.",
                "Then move the two animals of the card by 2 spaces.",
                MAYBE,
                NEXT,
                OK,
            ],
            ["You are next."],
            [
                "From the start space (snow): read the distance from the card, "
                "and subtract the weather."
            ],
        ),
    ],
)
def test_race_begins_with_the_weather(
    words: str, one: list[str], two: list[str], all_of_them: list[str]
) -> None:
    """HU-04, HU-10."""
    race = after(words, players=3)
    assert (instructions(race, 1), instructions(race, 2)) == (one, two)
    assert table(race) == [f"Ada: {all_of_them[0]}", *all_of_them[1:]]


def test_waiting_seat_sees_its_turns_and_retired_seat_that_it_is_out() -> None:
    race = after(f"{ROUND_2}; 1: card 3, ok; 3: retire")
    assert [instructions(race, seat) for seat in (1, 2, 3, 4)] == [
        ["Wait: 2 turns"],
        [PLAY],
        ["You have left the race."],
        ["You are next."],
    ]
    assert table(race)[0] == f"Ben: {PLAY}"


def test_start_player_without_cards_reveals_the_weather() -> None:
    """HU-04."""
    race = after("given 1: hand=0")
    assert (race.state.turn, table(race)) == (2, [f"Ada: {WEATHER}", DEAL])
    assert instructions(race, 1) == [WEATHER, "Wait: 3 turns"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("end", ["The race is over.", "The race is over. Nobody reached the finish."]),
        ("1: finish", ["You have won!", "Ada has won the race!"]),
        ("1: ok; 2: card 6, finish", ["The race is over.", "Ben has won the race!"]),
    ],
)
def test_finished_race_names_the_winner(words: str, expected: list[str]) -> None:
    """HU-33."""
    passed = "given 1: checkpoints=[1,2,3]; given 2: checkpoints=[1,2,3]"
    race = after(f"{ROUND_2}; {passed}; 1: card 3; {words}")
    assert [*instructions(race, 1), *table(race)] == expected


@pytest.mark.parametrize(("drawn", "expected"), [(EVENTS, True), (EVENTS - 1, False)])
@pytest.mark.parametrize("card", [1, 60])
def test_used_up_event_deck_is_to_be_shuffled(card: int, drawn: int, expected: bool) -> None:
    """AM-HU-08."""
    race = after(f"{ROUND_2}; 1: card {card}")
    race.state = replace(race.state, drawn=Pile(unnamed=drawn))
    assert (
        "The event cards are used up: shuffle all 30 first." in instructions(race, 1)
    ) is expected


def test_event_card_without_a_number_is_read_by_the_players() -> None:
    race = after("1: weather 2, card 1, draw", box=sample() | {"event": [{"text": "A hare."}] * 30})
    assert instructions(race, 1)[0] == READ


def test_board_knows_the_place_of_a_moved_musher() -> None:
    """HU-12."""
    race = after("1: weather 2; given 1: at=[7,5]; 1: card 3", box="small")
    assert instructions(race, 1)[0] == "From bush: move 2 spaces."


def test_table_waits_for_the_victim_of_an_attack() -> None:
    """HU-21."""
    race = after("1: weather 2, card 2; given 2: at=[6,2]; 1: to 3.5, animal 3 6.2", box="small")
    away = "Move the elk (no. 3) away: at least 3 spaces from every musher."
    assert instructions(race, 2)[0] == away
    assert table(race)[0] == f"Ben: {away}"
    assert away not in instructions(race, 1)
