"""Turns of Husky without a board: event sentences and refusals."""

import pytest
from husky_race import ROUND_2, after, refusal

from companion import messages

FIRST = "1: weather 2, card 3"
DRAWN = f"{ROUND_2}; 1: card 1, draw"
AWAY = (
    ": move the attacker to a free space of its region, at least 3 spaces from every musher "
    "(2 if there is no other way)."
)
LAST_CARDS = "given 1: hand=1; given 2: hand=1; given 3: hand=1; given 4: hand=1"
STEPS = "Animals now move 2 spaces each, and may turn corners."


def sentences(words: str, relocate: str = "now") -> list[str]:
    """The events of the last act as sentences, each with its cue."""
    events = after(words, relocate=relocate).events
    return [" ".join([messages.say(event), event.cue]).strip() for event in events]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"{FIRST}, pass", ["Ada has passed checkpoint 1. card"]),
        (
            f"{FIRST}, pass 3",
            [
                "Ada has passed checkpoint 3. card",
                "Ada: the checkpoints come in order. Still missing: 1, 2. refused",
            ],
        ),
        (f"{FIRST}, pass 1, pass 3, pass 2", ["Ada has passed checkpoint 2. card"]),
        (
            f"{ROUND_2}; 1: card 3, on checkpoint_2",
            ["Ada starts on checkpoint 2 (ice): 5 \N{MINUS SIGN} 0 = 5, move 5 spaces."],
        ),
        (
            f"{ROUND_2}; given green=1; 1: card 3, on green",
            ["Ada starts on bush: 2 \N{MINUS SIGN} 1 = 1, move 1 space."],
        ),
        (
            f"{ROUND_2}; given white=2; 1: card 3, on white",
            ["Ada starts on snow: 1 \N{MINUS SIGN} 2, the musher stays where it is."],
        ),
        (
            f"{ROUND_2}; 1: card 60, on green",
            ["Ada starts on bush. Read the distance from the cards."],
        ),
        (f"{ROUND_2}; 1: card 3, on blue, on blue", []),
        (f"{ROUND_2}; 2: on blue", ["Ben stands on ice."]),
        (f"{ROUND_2}; 2: on blue, on blue", []),
        (f"{ROUND_2}; 1: card 3, ok", ["Ada is done.", "It is Ben's turn."]),
        (
            f"{ROUND_2}; 2: attacked; 1: card 3, ok",
            ["Ada is done.", "It is Ben's turn. The musher misses this move."],
        ),
        (
            f"{ROUND_2}; 1: card 3, ok; 2: card 6, ok; 3: card 9, ok; 4: card 12, ok",
            [
                "Dan is done.",
                "Round 3 begins.",
                "Ada: reveal the next weather card.",
                "It is Ada's turn.",
            ],
        ),
        (
            f"{LAST_CARDS}; 1: weather 2, card 2, ok; 2: card 5, ok; 3: card 8, ok; 4: card 11, ok",
            [
                "Dan is done.",
                "Round 2 begins.",
                "All action cards are played: shuffle all 60 and deal 8 to everybody.",
                "Ada: reveal the next weather card.",
                "It is Ada's turn.",
            ],
        ),
        (
            f"given 2: hand=0; {FIRST}, ok",
            [
                "Ada is done.",
                "Ben has no action card left: the turn passes on.",
                "Cleo: put your musher on the start space.",
                "It is Cleo's turn.",
            ],
        ),
        (
            "given 1: hand=0",
            [
                "Ada, corrected: Cards in hand 8 \N{RIGHTWARDS ARROW} 0.",
                "Ada has no action card left: the turn passes on.",
                "Ben: put your musher on the start space.",
                "It is Ben's turn.",
            ],
        ),
        ("4: retire", ["Dan leaves the race: set figure and cards aside. out", STEPS]),
        ("3: retire; 4: retire", ["Dan leaves the race: set figure and cards aside. out"]),
        (
            "1: retire",
            [
                "Ada leaves the race: set figure and cards aside. out",
                STEPS,
                "Ben is now the start player and reveals the weather.",
                "Ben: put your musher on the start space.",
                "It is Ben's turn.",
            ],
        ),
        (
            "1: retire; 2: retire; 3: retire; 4: retire",
            [
                "Dan leaves the race: set figure and cards aside. out",
                "The race is over.",
                "Nobody reached the finish: no winner.",
            ],
        ),
        (
            "end",
            [
                "The race ends here.",
                "The race is over.",
                "Nobody reached the finish: no winner.",
            ],
        ),
        (
            f"given 1: checkpoints=[1,2,3]; {FIRST}, finish",
            ["Ada is at the finish! finished", "The race is over.", "Ada wins the race! winner"],
        ),
        (
            f'{DRAWN}, result where="blue" blocked=true cards=2',
            ["Ada, by the event card: ice, misses the next move, draws 2 action cards."],
        ),
        (f"{DRAWN}; 2: result blocked=false", []),
    ],
)
def test_turns_are_announced(words: str, expected: list[str]) -> None:
    """HU-04, HU-12, HU-17, HU-20, HU-22, HU-31 to HU-33, AM-HU-05, AM-HU-09."""
    assert sentences(words) == expected


@pytest.mark.parametrize(
    ("words", "attacked", "later"),
    [
        ("2: attacked", "Ben's musher is attacked: it misses its next move.", "Ben"),
        (
            "2: attacked wolf",
            "Ben's musher is attacked (wolf): it misses its next move.",
            "Ben",
        ),
        ("1: attacked", "Ada's musher is attacked: it misses this move.", ""),
        ("1: attacked bear", "Ada's musher is attacked (bear): it misses this move.", ""),
        (
            "1: card 3, attacked elk",
            "Ada's musher is attacked (elk): it misses its next move.",
            "Ada",
        ),
    ],
)
def test_attack_announces_the_blocked_turn_and_the_relocation(
    words: str, attacked: str, later: str
) -> None:
    """HU-20, HU-21, AM-HU-03: a seat that is up and has played no card moves it away at once."""
    name = attacked.partition("'")[0]
    at_once = [f"{attacked} dents", f"{name}{AWAY}"]
    assert sentences(f"{ROUND_2}; {words}") == at_once
    waits = f"{later}: move the attacker away at the beginning of your next turn."
    expected = [at_once[0], waits] if later else at_once
    assert sentences(f"{ROUND_2}; {words}", relocate="at_turn") == expected


def passing(seat: int, *numbers: int) -> list[dict[str, object]]:
    """The acts for the missing checkpoints, then the finish."""
    passed = [{"act": "checkpoint", "seat": seat, "number": number} for number in numbers]
    return [*passed, {"act": "finish", "seat": seat}]


CARD_FIRST = "Play an action card first."
NOT_OK = "It is still Ada's turn: waiting for OK."
NOT_HERE = "Ben's musher is not on the board yet."
OUT = "Cleo is no longer in the race."
STILL = "Ada's musher misses this move."
STAYS = "The distance is 0: Ada's musher stays where it is."
NO_EVENT = "No event card was drawn in this turn."


@pytest.mark.parametrize(
    ("words", "sentence", "remedy"),
    [
        ("1: ok", "First the weather: Ada reveals a weather card.", []),
        ("1: weather 2, ok", CARD_FIRST, []),
        (
            "1: weather 2, card 1, ok",
            "E: Ada draws an event card first.",
            [{"act": "draw", "seat": 1}, {"act": "done", "seat": 1}],
        ),
        ("1: weather 2; 2: ok", "It is Ada's turn: Ada plays a card first.", []),
        ("1: weather 2, card 1; 2: ok", "Ada still has to draw an event card.", []),
        (f"{FIRST}; 3: ok", NOT_OK, []),
        ("1: weather 2, on white", "Ada begins on the start space: that is snow.", []),
        ("1: weather 2; 2: on white", NOT_HERE, []),
        (f"{ROUND_2}; 1: attacked, card 3, on blue", STILL, []),
        (f"{DRAWN}, on blue", "Ada has already moved. Take that back first.", []),
        (f"{FIRST}, pass 2, pass 2", "Ada has already passed checkpoint 2.", []),
        (f"{FIRST}, pass, pass, pass, pass", "Ada has passed all checkpoints.", []),
        (f"{FIRST}; 2: pass", NOT_HERE, []),
        ("3: retire; 3: pass", OUT, []),
        ("3: retire; 3: retire", OUT, []),
        ("3: retire; 3: attacked", OUT, []),
        ("1: weather 2, finish", CARD_FIRST, []),
        (f"{ROUND_2}; 2: finish", "It is Ada's turn: Ada plays a card first.", []),
        (f"{ROUND_2}; 1: card 3; 4: finish", NOT_OK, []),
        (f"{ROUND_2}; 1: attacked, card 3, finish", STILL, []),
        (
            'given 1: checkpoints=[1,2,3] where="blue"; 1: weather 1, card 1, finish',
            STAYS,
            [],
        ),
        (
            f"{FIRST}, pass, finish",
            "Ada cannot win yet: checkpoints are missing (2, 3).",
            passing(1, 2, 3),
        ),
        (
            f"{ROUND_2}; 4: finish",
            "Dan cannot win yet: checkpoints are missing (1, 2, 3).",
            passing(4, 1, 2, 3),
        ),
        (f"{FIRST}, result blocked=true", NO_EVENT, []),
        ("1: weather 2, result blocked=true", NO_EVENT, []),
        (
            f"{DRAWN}, result",
            "The act \N{LEFT DOUBLE QUOTATION MARK}result\N{RIGHT DOUBLE QUOTATION MARK}: result "
            "is empty. It may hold: where, to, blocked, cards.",
            [],
        ),
        (f"{DRAWN}, result cards=-8", "Ada can give only 6 action cards.", []),
        (f"{DRAWN}; 2: result cards=-8", "Ben can give only 7 action cards.", []),
        (
            f"given 2: hand=33; {FIRST}; 1: card 1, draw, result cards=5",
            "There are only 3 action cards left to draw.",
            [],
        ),
        ("end; 1: finish", "The race is over. Only Undo still works.", []),
    ],
)
def test_refusals_give_reason_and_remedy(
    words: str, sentence: str, remedy: list[dict[str, object]]
) -> None:
    refused = refusal(words)
    assert (messages.say(refused), list(refused.remedy)) == (sentence, remedy)


def test_retired_player_is_dealt_no_cards() -> None:
    """HU-32."""
    others = "2: card 5, ok; 4: card 11, ok"
    race = after(f"{LAST_CARDS}; 3: retire; 1: weather 2, card 2, ok; {others}")
    assert race.state.deal == 2
    assert [musher.hand for musher in race.state.mushers] == [8, 8, 0, 8]


def test_new_round_has_no_weather() -> None:
    """HU-04."""
    state = after(f"{FIRST}, ok; 2: card 6, ok; 3: card 9, ok; 4: card 12, ok").state
    assert (state.due, state.weather, state.weather_card) == (True, None, 0)


@pytest.mark.parametrize("words", ["1: attacked", "1: card 3", "1: card 3, ok; 2: attacked wolf"])
def test_end_of_the_race_drops_the_half_played_turn(words: str) -> None:
    """HU-33."""
    state = after(f"{ROUND_2}; {words}; end").state
    assert (state.turn, state.pending, state.still, state.due) == (None, None, False, False)
    assert state.phase == "over"


def test_retired_player_is_not_blocked() -> None:
    race = after("1: weather 2, card 3, ok; 2: card 6, attacked; 2: retire")
    assert (race.shows(2)["blocked_next"], race.shows(2)["hand"]) == (False, 0)
