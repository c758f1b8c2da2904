"""Dog cards in Snow Tails: shuffling, naming discards, the empty hand."""

from dataclasses import replace

from snow_race import Race

from companion.games import snow_tails
from companion.games.snow_tails.state import Card

# Cards


def test_empty_deck_is_shuffled_and_only_top_cards_stay() -> None:
    race = Race(deck=2)
    race.correct(1, deck=1)
    race.correct(1, dogs=5)
    race.state = race.state.with_sled(
        replace(
            race.state.sled(1),
            left_pile=(Card(1), Card(2, 1)),
            discard=(Card(3), Card(3)),
            unnamed=1,
            dogs=4,
        )
    )
    assert race.state.deck(race.state.sled(1)) == 1
    race.play(1, 4, "right")
    assert race.event_keys() == ["moved_right", "draw", "shuffle", "draw", "turn"]
    sled = race.state.sled(1)
    assert (sled.left_pile, sled.right_pile, sled.discard, sled.unnamed) == (
        *((Card(2, 1),), (Card(4),), ()),
        0,
    )
    assert (sled.hand_step.draw, sled.hand_step.shuffle, sled.hand_step.more) == (1, True, 1)
    assert sled.dogs == 5


def test_full_hand_after_hitting_a_sled_emits_no_draw_event() -> None:
    race = Race()
    race.correct(1, dogs=6)
    race.play(1, 3, "left", "sled")
    assert race.event_keys() == ["moved_straight", "turn"]
    assert race.sled(1)["dogs"] == 5


def test_early_shuffle_needs_an_empty_deck_and_cards_to_shuffle() -> None:
    race = Race()
    refusal = race.refused("shuffle", 1)
    assert (refusal.key, refusal.params["count"]) == ("snow_tails.deck_not_empty", 15)
    assert refusal.remedy[0]["set"] == {"deck": 0}
    race.correct(1, deck=0)
    assert {"act": "shuffle", "seat": 1} in list(snow_tails.legal(race.state))
    race("shuffle", 1)
    assert race.sled(1)["deck"] == 15
    race.correct(1, dogs=20)
    assert race.refused("shuffle", 1).key == "snow_tails.nothing_to_shuffle"


def test_surplus_card_cannot_be_named_as_the_card_in_play() -> None:
    race = Race(deck={"1": 1, "2": 9, "3": 0, "4": 0, "5": 0})
    assert race.refused("discard", 1, value=2).key == "snow_tails.nothing_to_name"
    race.correct(1, dogs=7)
    race.play(1, 2, "left")
    assert race.event_params("discard")["count"] == 1
    assert race.sled(1)["unseen"] == {"1": 1, "2": 8, "3": 0, "4": 0, "5": 0}
    race.correct(turn=1)
    race("tap", 1, card={"value": 1})
    assert race.refused("discard", 1, value=1).key == "snow_tails.value_gone"
    race("discard", 1, value=2)
    assert race.event_params("discard_named")["value"] == 2
    assert race.sled(1)["unseen"]["2"] == 7
    assert race.sled(1)["discard"] == 1


# The empty hand


def test_empty_hand_takes_a_dent_and_draws_as_its_turn_begins() -> None:
    race = Race()
    race.correct(2, dogs=0)
    race.play(1, 4, "left")
    assert race.event_keys()[-3:] == ["dents_empty", "draw", "turn"]
    why = {"line": 0, "limit": 0, "speed": 0}
    assert race.event_params("dents_empty") == {"name": "Ben", "count": 1, "dents": 1, **why}
    assert (race.sled(2)["dents"], race.sled(2)["dogs"]) == (1, 4)


def test_empty_hand_with_four_dents_is_eliminated_and_the_turn_passes() -> None:
    race = Race(3)
    race.correct(2, dogs=0, dents=4)
    race.play(1, 4, "left")
    assert race.event_keys()[-2:] == ["out", "turn"]
    assert race.state.turn == 3
    race.correct(3, dogs=0, dents=4)
    assert race.state.phase == "turns"
    assert (race.state.turn, race.state.round) == (1, 2)


def test_four_dents_and_one_dog_card_emit_a_warning() -> None:
    race = Race()
    race.correct(2, dogs=1, dents=4)
    race.play(1, 4, "left")
    assert race.event_keys()[-2:] == ["turn", "last_dog"]
