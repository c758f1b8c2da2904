"""All legal acts of a few positions, in order."""

from typing import Any

from reindeer_race import Race

from companion.games import reindeer_races

CARDS = (
    *("letter_1", "letter_2", "decoration_1", "decoration_2", "log_1", "log_2"),
    *("gift_1", "gift_2", "tree_1", "tree_2", "elf_1"),
)


def legal(race: Race) -> list[Any]:
    return list(reindeer_races.legal(race.state))


def cards(act: str, seat: int, *names: str) -> list[dict[str, Any]]:
    parted = (name.partition("_") for name in names)
    shown = ({"object": what, "count": int(count)} for what, _, count in parted)
    return [{"act": act, "seat": seat, "card": card} for card in shown]


def retire(*seats: int) -> list[dict[str, Any]]:
    return [{"act": "retire", "seat": seat} for seat in seats]


def reindeer(seat: int, *numbers: int) -> list[dict[str, Any]]:
    """Each reindeer with leaps, then with passes."""
    chosen = [{"act": "reindeer", "seat": seat, "reindeer": number} for number in numbers]
    return [act for one in chosen for act in (one, {**one, "leaps": False})]


def lands(seat: int, *ends: int | str) -> list[dict[str, Any]]:
    return [{"act": "land", "seat": seat, "end": end} for end in ends]


END = {"act": "end"}


def test_any_free_track_card_can_be_laid() -> None:
    race = Race(laid=None)
    taps = [{"act": "tap", "card": {"kind": "track", "card": card}} for card in range(1, 28)]
    assert legal(race) == [*taps, *retire(1, 2), END]
    for card in (3, 5):
        race("tap", card={"kind": "track", "card": card})
    assert legal(race) == [*taps[:2], *taps[3:], {"act": "flip"}, *retire(1, 2), END]


def test_turn_begins_with_any_card_or_a_draw() -> None:
    race = Race()
    draw = {"act": "done", "seat": 1}
    flip = {"act": "flip"}
    assert legal(race) == [*cards("tap", 1, *CARDS), draw, flip, *retire(1, 2), END]
    race.stand(1, "log 1", "log 2", "log 3", "tree 1")
    race("done", 1)
    race("done", 2)
    own = cards("tap", 1, "log_1", "log_2", "tree_1", "tree_2", "elf_1")
    assert legal(race) == [*own, draw, *retire(1, 2), END]


def test_fitting_cards_can_be_added_until_all_are_tapped() -> None:
    race = Race()
    race.stand(1, "log 1", "gift 1")
    race.correct(1, hand=7)
    race.tap(1, *["gift_2"] * 6)
    rest = [*retire(1, 2), END]
    choice = reindeer(1, 2, 3, 4)
    assert legal(race) == [*cards("tap", 1, "gift_1", "elf_1"), *choice, *rest]
    race.tap(1, "elf")
    assert legal(race) == [*choice, *rest]
    race("reindeer", 1, reindeer=3)
    assert legal(race) == [*choice, {"act": "done", "seat": 1}, *rest]


def test_landing_is_any_free_space_of_the_track_the_rewards_or_off() -> None:
    race = Race(3, box=None, laid=None)
    race.stand(1, "log 1", "gift 1", "log 2", "log 3")
    race.stand(2, "gift 5")
    race.tap(1, "elf")
    taps = cards("tap", 1, "log_1", "log_2", "gift_1", "gift_2", "elf_1")
    tracks = [{"act": "track", "seat": 1, "track": track} for track in ("log", "gift")]
    rest = [*retire(1, 2, 3), END]
    assert legal(race) == [*taps, *tracks, *rest]
    race("track", 1, track="gift")
    asked = [
        *(*taps, *tracks, *reindeer(1, 2)),
        *lands(1, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, "reward", "off"),
    ]
    assert legal(race) == [*asked, *rest]
    done = {"act": "done", "seat": 1}
    race("land", 1, end="off")
    assert legal(race) == [*asked, done, *rest]
    race("land", 1, end="reward")
    assert legal(race) == [*asked, done, {**done, "last": True}, *rest]


def test_surplus_cards_can_be_named_and_an_empty_pile_shuffled() -> None:
    race = Race()
    race.correct(1, hand=7)
    race("done", 1)
    race.tap(2, *["elf"] * 5)
    race.correct(2, hand=7)
    race.tap(2, *["elf"] * 2)
    named = cards("discard", 1, *CARDS[:-1])
    tracks = ("letter", "decoration", "log", "gift", "tree")
    choices = [{"act": "track", "seat": 2, "track": track} for track in tracks]
    assert legal(race) == [*choices, *named, *retire(1, 2), END]
    race.correct(pile=0)
    assert legal(race) == [*choices, *named, *retire(1, 2), {"act": "shuffle"}, END]


def test_last_card_of_a_kind_can_be_named() -> None:
    race = Race(box={"moves": {"elf": 1, "gift_1": 76}})
    race.correct(1, hand=7)
    race("done", 1)
    named = cards("discard", 1, "gift_1", "elf_1")
    assert [act for act in legal(race) if act["act"] == "discard"] == named


def test_retired_seats_and_finished_races_have_no_legal_acts() -> None:
    race = Race(3)
    race("retire", 1)
    race("done", 2)
    assert legal(race) == [
        *cards("tap", 3, *CARDS),
        {"act": "done", "seat": 3},
        *retire(2, 3),
        END,
    ]
    race("end")
    assert legal(race) == []
