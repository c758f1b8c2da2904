"""The instructions for the seats of Reindeer Races, in full."""

from collections.abc import Mapping

import pytest
from reindeer_race import Race

from companion.games import reindeer_races
from companion.games.game import Say
from companion.games.reindeer_races.path import Track, walk
from companion.games.reindeer_races.words import steps
from companion.messages import languages, say, sentence

MOVE = "Move a reindeer: tap cards with the same object on the reader. Or draw two: OK."
BACK, ON = "ice_back", "ice_forward"
SLIDES = "space 5, slides to 6, slides, reward"
TURNED = "space 2, the card is turned round: space 1"


def test_first_hand_is_asked_until_each_seats_first_card() -> None:
    """RR-07."""
    race = Race(3)

    def table() -> list[str]:
        return [say(todo) for todo in reindeer_races.view(race.state).todo][1:]

    take = ["Take your 5 movement cards"]
    assert [race.ticks(seat) for seat in (1, 2, 3)] == [[], take, take]
    assert race.todo(1)[:2] == [MOVE, "First take your 5 movement cards."]
    assert table() == ["Shuffle the movement cards and deal 5 to each player"]
    race.tap(1, "gift_1")
    assert ([race.ticks(seat) for seat in (1, 2)], table()) == ([[], take], [])
    race.press(1, "left")
    race("done", 1)
    assert [race.ticks(seat) for seat in (1, 2, 3)] == [[], take, take]
    assert (race.todo(2), table()) == ([MOVE], [])
    race.tap(2, "gift_1")
    assert race.ticks(2) == []


def test_named_discard_leaves_the_list() -> None:
    race = Race()
    race.correct(1, hand=7)
    race("done", 1)
    assert race.ticks(1) == ["Draw 2 cards", "Discard 2 cards: tap them, if you like"]
    race.show(1, object="tree", count=1)
    assert race.ticks(1) == ["Draw 2 cards", "Discard 1 card: tap it, if you like"]
    race.show(1, object="tree", count=1)
    assert (race.todo(1), race.ticks(1)) == (["You are next."], ["Draw 2 cards"])


def test_seat_that_is_up_is_not_asked_to_tap_a_discard() -> None:
    race = Race(2)
    race("retire", 2)
    race.correct(1, hand=7)
    race("done", 1)
    assert (race.todo(1), race.ticks(1)) == ([MOVE], ["Draw 2 cards", "Discard 2 cards"])
    race.tap(1, "gift_1")
    assert race.ticks(1) == []


def test_waiting_seat_sees_the_number_of_turns() -> None:
    race = Race(4)
    waits = []
    for seat in (1, 2, 3, 4):
        waits.append([race.todo(other)[-1] for other in (1, 2, 3, 4) if other != seat])
        race("done", seat)
    assert waits == [
        ["You are next.", "Wait: 2 turns", "Wait: 3 turns"],
        ["Wait: 3 turns", "You are next.", "Wait: 2 turns"],
        ["Wait: 2 turns", "Wait: 3 turns", "You are next."],
        ["You are next.", "Wait: 2 turns", "Wait: 3 turns"],
    ]


def test_last_team_draws_before_it_plays_on() -> None:
    race = Race()
    race("retire", 2)
    race("done", 1)
    assert (race.todo(1), race.ticks(1)) == ([MOVE], ["Draw 2 cards"])
    assert [say(todo) for todo in reindeer_races.view(race.state).todo] == [
        f"Ada: {MOVE}",
        "Ada: Draw 2 cards",
    ]
    race.tap(1, "gift_1")
    race("done", 1)
    assert (race.todo(1), race.ticks(1)) == ([MOVE], [])


def test_hand_step_ends_at_the_seats_next_turn() -> None:
    race = Race()
    race("done", 1)
    race("done", 2)
    assert race.todo(1) == [MOVE]


@pytest.mark.parametrize(
    ("spaces", "occupied", "distance", "leaps", "expected"),
    [
        pytest.param({}, (), 9, True, "reward", id="RR-26"),
        pytest.param({}, (6,), 6, True, "space 6, Bond!, reward", id="AM-RR-12"),
        pytest.param({}, (6,), 6, False, "space 6, past a reindeer, reward", id="RR-32"),
        pytest.param({5: ON, 6: ON}, (), 5, True, SLIDES, id="RR-40"),
        pytest.param({1: BACK}, (), 1, True, "space 1, slides, off the track", id="AM-RR-04"),
        pytest.param({2: "yeti"}, (), 2, True, "space 2, off the track", id="RR-43"),
        pytest.param({2: "snowman"}, (), 2, True, TURNED, id="RR-41"),
    ],
)
def test_path_names_only_existing_spaces(
    spaces: Mapping[int, str],
    occupied: tuple[int, ...],
    distance: int,
    leaps: bool,
    expected: str,
) -> None:
    listed = tuple(spaces.get(space, "plain") for space in range(1, 7))
    path = walk(Track(listed, frozenset(occupied), 3), 0, distance, leaps)
    assert ", ".join(map(say, steps(path))) == expected


def test_only_a_step_to_a_space_has_a_space() -> None:
    skis = walk(Track(("plain", "skis"), frozenset({1}), 3), 0, 1, leaps=False)
    moved, space_1, space_2 = "reindeer_races.step_move", {"space": 1}, {"space": 2}
    passed = Say("reindeer_races.step_pass", space_2)
    assert steps(skis) == [Say(moved, space_1), passed, Say("reindeer_races.step_skis")]
    yeti = walk(Track(("yeti", "plain"), frozenset(), 3), 0, 1, leaps=True)
    assert steps(yeti) == [Say(moved, space_1), Say("reindeer_races.step_off")]
    goal = walk(Track(("plain", "plain"), frozenset(), 3), 2, 1, leaps=True)
    assert steps(goal) == [Say("reindeer_races.step_reward")]


def test_effect_of_a_space_is_asked_for_only_if_unknown() -> None:
    race = Race(spaces={"letter": {2: "ice_right"}})
    race.tap(1, "letter_2")
    assert race.seat(1).extra == ()
    race = Race(box=None)
    race.tap(1, "letter_2")
    assert [say(key.label) for key in race.seat(1).extra] == [
        "Space 2: snowman, card turned round",
        "Space 2: skis, draw two cards",
    ]


@pytest.mark.parametrize("lang", languages())
def test_card_in_a_refusal_is_singular(lang: str) -> None:
    race = Race()
    race.tap(1, "gift_1")
    no = race.refuses("one_object", "tap", 1, card={"object": "tree", "count": 2})
    fits = {"en": "a card with 2 fir trees does", "de": "Eine Karte mit 2 Tannen passt"}
    assert fits.get(lang, "une carte 2 sapins ne va pas") in sentence(no.key, no.params, lang)
