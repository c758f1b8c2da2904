"""The instructions of Husky: mushers that stay, unknown cards, attackers."""

from dataclasses import replace

import pytest
from husky_race import Race, second_round

from companion import messages
from companion.games import husky
from companion.games.husky.keys import DRAW
from companion.games.keys import holding, pressing


def instructions(race: Race, seat: int) -> list[str]:
    return [messages.say(todo) for todo in race.at(seat).todo]


def on_board(card: int, weather: int = 2) -> Race:
    """A race on the small board in which the first musher has played this card."""
    race = Race(4, "small")
    race.tap(1, "weather", weather)
    race.tap(1, "action", card)
    return race


def ticks(race: Race, seat: int) -> list[str]:
    return [messages.say(tick) for tick in race.at(seat).ticks]


def dealing(race: Race) -> list[str]:
    """The table's instruction to deal."""
    said = [messages.say(todo) for todo in husky.view(race.state).todo]
    return [words for words in said if "deal" in words]


def test_hand_of_a_deal_is_asked_until_each_seats_first_card() -> None:
    """HU-03, HU-32."""
    race = Race(3)
    take = ["Take your 8 action cards"]
    assert [ticks(race, seat) for seat in (1, 2, 3)] == [[], take, take]
    first = "First take your 8 action cards."
    assert instructions(race, 1)[1] == first
    assert dealing(race) == [
        "Shuffle action, weather and event cards separately, and deal 8 action cards to each player"
    ]
    assert dealing(Race(3, events=False)) == [
        "Shuffle action and weather cards separately, and deal 8 action cards to each player"
    ]
    race.tap(1, "weather", 2)
    assert (instructions(race, 1)[1], len(dealing(race))) == (first, 1)
    race.tap(1, "action", 2)
    assert first not in instructions(race, 1)
    assert (ticks(race, 2), dealing(race)) == (take, [])
    again = replace(race.state, deal=2, pending=None)
    shown = [messages.say(todo) for todo in husky.view(again).todo]
    assert "Shuffle all 60 action cards and deal 8 to each player" in shown


def test_musher_that_stays_passes_no_checkpoint() -> None:
    """HU-22, AM-HU-01."""
    race = second_round()
    race("attack", 1)
    race.tap(1, "action", 3)
    assert race.todo(1) == ["still", "animals", "done"]
    race("done", 1)
    race.tap(2, "action", 6)
    assert "next" in race.todo(2)
    race("correct", set={"white": 2})
    assert race.shows(2)["pending"]["distance"] == 0
    assert "next" not in race.todo(2)


def test_musher_that_stays_does_not_finish() -> None:
    race = second_round()
    race("correct", 1, set={"checkpoints": [1, 2, 3]})
    race("attack", 1)
    race.tap(1, "action", 3)
    assert "finish" not in race.todo(1)
    assert not race.key(1, "event").enabled


def test_event_card_can_move_a_musher_that_stayed() -> None:
    race = Race()
    race("tap", 1, card={"kind": "weather", "white": 2, "green": 0, "blue": 0})
    shown = {"white": 1, "green": 1, "blue": 1, "animals": ["wolf", "elk"], "event": True}
    race("tap", 1, card={"kind": "action", **shown})
    assert "next" not in race.todo(1)
    race("draw", 1)
    assert "next" in race.todo(1)


def test_checkpoint_on_a_board_is_asked_for_if_the_distance_is_unknown() -> None:
    assert "next" not in on_board(2).todo(1)
    race = on_board(60)
    assert "next" in race.todo(1)
    assert race.key(1, "event").act == {"act": "checkpoint", "seat": 1, "number": 1}


def test_event_is_asked_for_with_an_unknown_card() -> None:
    """HU-16, HU-18, HU-22."""
    race = second_round()
    race.tap(1, "action", 60)
    assert "event_maybe" in race.todo(1)
    race("draw", 1)
    assert "event_maybe" not in race.todo(1)
    race("done", 1)
    race("attack", 2)
    race.tap(2, "action", 59)
    assert "event_maybe" not in race.todo(2)
    race = second_round(events=False)
    race.tap(1, "action", 60)
    assert "event_maybe" not in race.todo(1)


@pytest.mark.parametrize("board", [True, False])
def test_the_event_cards_key_is_the_one_that_the_page_shows(board: bool) -> None:
    """With a board EVENT draws the card, as checkpoints need no key; else OK held does."""
    race = Race(4, "small", board=board)
    race.tap(1, "weather", 2)
    race.tap(1, "action", 1)
    if board:
        race("move", 1, to=husky.view(race.state).state["board"]["reach"][0])
        for _ in range(2):
            race.do(next(act for act in husky.legal(race.state) if act["act"] == "animal"))
    asked = next(say for say in race.at(1).todo if say.key == "husky.todo_event")
    assert asked.params["press"] == (pressing("event", DRAW) if board else holding("ok", DRAW))


def test_fair_weather_subtracts_nothing_from_an_unknown_card() -> None:
    race = second_round()
    race.tap(1, "action", 60)
    race("region", 1, where="white")
    assert instructions(race, 1)[0] == "From snow: move as many spaces as the card says."


def test_moved_animals_of_an_unknown_card_leave_the_instruction() -> None:
    """HU-15: the companion counts them, although it does not know their species."""
    race = on_board(60)
    race("move", 1, to=[3, 5])
    assert instructions(race, 1)[0] == "Then move the two animals of the card by 1 space."
    race("animal", 1, animal=1, to=[1, 5])
    assert instructions(race, 1)[0] == "Then move the second animal of the card by 1 space."
    race("animal", 1, animal=4, to=[5, 5])
    assert race.todo(1)[0] == "event_maybe"


def test_moved_animals_leave_the_instruction() -> None:
    race = on_board(2)
    race("move", 1, to=[3, 5])
    assert instructions(race, 1)[0] == "Then move 1 space each: wolf, elk."
    race("animal", 1, animal=1, to=[1, 5])
    assert instructions(race, 1)[0] == "Then move one animal (elk): 1 space."
    race("retire", 4)
    assert instructions(race, 1)[0] == "Then move one animal (elk): 2 spaces."


def test_seat_that_is_not_up_is_refused_with_the_step_due() -> None:
    """HU-14 to HU-16."""
    race = on_board(1, weather=3)
    assert race.refused("draw", 2).key == "husky.move_first"
    reach = husky.view(race.state).state["board"]["reach"]
    race("move", 1, to=reach[0])
    assert race.refused("draw", 2).key == "husky.animals_first"
    for _ in range(2):
        race.do(next(act for act in husky.legal(race.state) if act["act"] == "animal"))
    assert race.refused("draw", 2).key == "husky.not_up_event"


def test_blocked_turn_can_come_from_an_event() -> None:
    race = second_round()
    race("correct", 2, set={"blocked": True})
    assert instructions(race, 2)[0] == "Your musher misses its next move."
    race.turn(1, 3)
    turn = race.events[-1]
    text = "It is Ben's turn. The musher misses this move."
    assert messages.sentence(turn.key, turn.params, "en") == text
    assert "attacked" not in " ".join(instructions(race, 2))


@pytest.mark.parametrize(("relocate", "reminded"), [("now", False), ("at_turn", True)])
def test_delayed_relocation_is_shown_at_the_victims_turn(relocate: str, reminded: bool) -> None:
    """HU-21, AM-HU-03."""
    race = second_round(relocate=relocate)
    race("attack", 2)
    assert ("move_away_later" in race.event_keys()) is reminded
    race.turn(1, 3)
    assert race.todo(2) == [*(["move_away"] if reminded else []), "play_blocked"]
    race.tap(2, "action", 6)
    assert "move_away" not in race.todo(2)
