"""The keys of a seat in full: label, act or menu, and whether it is enabled."""

import json
from collections.abc import Callable, Iterator, Mapping

import pytest
from reindeer_positions import (
    after_first_turn,
    elves,
    endless_ice,
    gift,
    laying,
    sideways,
    unknown,
    unknown_tile,
)
from reindeer_race import Race

from companion.games.game import Key, Keys
from companion.messages import say


def text(key: Key) -> str:
    """A key as its label and its act or menu."""
    does = json.dumps(key.menu if key.act is None else key.act).replace('"', "")
    return f"{say(key.label)} {does}" + {True: "", False: " (off)"}[key.enabled]


def rows(table: Mapping[str, Keys]) -> Iterator[str]:
    for button, keys in table.items():
        if keys.press:
            yield f"{button}: {text(keys.press)}"
        if keys.hold:
            yield f"{button} held: {text(keys.hold)}"


TURN_ROUND = "Turn the last card round {act: flip, seat: %d}"
NOT_UP = [
    "left: Reindeer 1, Bond! {act: reindeer, seat: 2, reindeer: 1, leaps: true} (off)",
    "right: Reindeer 2, Bond! {act: reindeer, seat: 2, reindeer: 2, leaps: true} (off)",
    "brake: Reindeer 3, Bond! {act: reindeer, seat: 2, reindeer: 3, leaps: true} (off)",
    "event: Reindeer 4, Bond! {act: reindeer, seat: 2, reindeer: 4, leaps: true} (off)",
]
TO_LAY = [*NOT_UP[:3], "event: Choose a track card… lay:", "ok: Done {act: done, seat: 2} (off)"]
MOVED = [
    "left: Reindeer 1, Bond! {act: reindeer, seat: 1, reindeer: 1, leaps: true} (off)",
    "right: Reindeer 2, Bond! {act: reindeer, seat: 1, reindeer: 2, leaps: true}",
    "right held: Reindeer 2, pass only {act: reindeer, seat: 1, reindeer: 2, leaps: false}",
    "brake: Reindeer 3, Bond! {act: reindeer, seat: 1, reindeer: 3, leaps: true}",
    "brake held: Reindeer 3, pass only {act: reindeer, seat: 1, reindeer: 3, leaps: false}",
    "event: Reindeer 4, Bond! {act: reindeer, seat: 1, reindeer: 4, leaps: true}",
    "event held: Reindeer 4, pass only {act: reindeer, seat: 1, reindeer: 4, leaps: false}",
]
ENDS = [
    "brake: Leaves the track {act: land, seat: 1, end: off}",
    "event: Reaches the rewards {act: land, seat: 1, end: reward}",
]
CLOSE = ["brake: Close ", "event: Close "]


@pytest.mark.parametrize(
    ("race", "seat", "keys"),
    [
        (lambda: laying(1), 2, [*TO_LAY, f"ok held: {TURN_ROUND % 2}"]),
        (
            Race,
            1,
            [
                "left: Reindeer 1, Bond! {act: reindeer, seat: 1, reindeer: 1, leaps: true} (off)",
                "right: Reindeer 2, Bond! {act: reindeer, seat: 1, reindeer: 2, leaps: true} (off)",
                "brake: Reindeer 3, Bond! {act: reindeer, seat: 1, reindeer: 3, leaps: true} (off)",
                "event: Choose a card… card:",
                "ok: Draw two cards {act: done, seat: 1}",
                f"ok held: {TURN_ROUND % 1}",
            ],
        ),
        (Race, 2, [*NOT_UP, "ok: Done {act: done, seat: 2} (off)", f"ok held: {TURN_ROUND % 2}"]),
        (
            after_first_turn,
            2,
            [
                *NOT_UP,
                "ok: Draw two cards {act: done, seat: 2}",
                "ok held: Choose a card… card:",
            ],
        ),
        (
            elves,
            1,
            [
                "left: On the letter track {act: track, seat: 1, track: letter} (off)",
                "right: On the decoration track {act: track, seat: 1, track: decoration} (off)",
                "brake: On the log cake track {act: track, seat: 1, track: log}",
                "event: On the gift track {act: track, seat: 1, track: gift}",
                "ok: On the fir tree track {act: track, seat: 1, track: tree}",
            ],
        ),
        (
            gift,
            1,
            [
                *MOVED,
                "ok: Done {act: done, seat: 1} (off)",
                "ok held: Choose a card… card:",
            ],
        ),
        (
            lambda: gift(2),
            1,
            [*MOVED, "ok: Done {act: done, seat: 1}", "ok held: Choose a card… card:"],
        ),
        (
            unknown_tile,
            1,
            [
                "left: Reindeer 1, Bond! {act: reindeer, seat: 1, reindeer: 1, leaps: true}",
                "left held: Reindeer 1, pass only "
                "{act: reindeer, seat: 1, reindeer: 1, leaps: false}",
                *MOVED[1:],
                "ok: Done {act: done, seat: 1}",
                "ok held: Done, and no reward is left there {act: done, seat: 1, last: true}",
            ],
        ),
        (
            lambda: sideways("decoration 3"),
            1,
            [
                *ENDS,
                "ok: Stops on space 3 {act: land, seat: 1, end: 3}",
                "ok held: Choose a card… card:",
                "left: the decoration track, space 3 "
                "{act: land, seat: 1, track: decoration, end: 3} (off)",
                "right: the gift track, space 3 {act: land, seat: 1, track: gift, end: 3}",
            ],
        ),
        (
            endless_ice,
            1,
            [
                *ENDS,
                "ok: Stops on space 4 {act: land, seat: 1, end: 4} (off)",
                "ok held: Choose a card… card:",
                "left: Space 3 land:3",
                "right: Space 5 land:5",
            ],
        ),
        (
            unknown,
            1,
            [
                *ENDS,
                "ok: Stops on space 2 {act: land, seat: 1, end: 2}",
                "ok held: Choose a card… card:",
                "left: Space 1 land:1",
                "right: Space 3 land:3",
            ],
        ),
    ],
    ids=[
        *("laying", "the first turn", "waiting for it", "a later turn", "elves", "which reindeer"),
        *("chosen", "a tile nobody entered", "sideways", "round and round"),
        "a space nobody entered",
    ],
)
def test_seat_has_exactly_these_keys(race: Callable[[], Race], seat: int, keys: list[str]) -> None:
    assert list(rows(race().seat(seat).keys[""])) == keys


@pytest.mark.parametrize(
    ("race", "menu", "keys"),
    [
        (
            lambda: laying(1, 27),
            "lay:",
            [
                "left: Card 26 lay:26",
                "right: Card 2 lay:2",
                *CLOSE,
                "ok: Choose a card first lay: (off)",
            ],
        ),
        (
            lambda: laying(1, 27),
            "lay:2",
            [
                "left: Card 26 lay:26",
                "right: Card 3 lay:3",
                *CLOSE,
                "ok: Lay card 2 {act: tap, seat: 1, card: {kind: track, card: 2}}",
            ],
        ),
        (
            lambda: laying(26),
            "lay:27",
            [
                "left: Card 25 lay:25",
                "right: Card 1 lay:1",
                *CLOSE,
                "ok: Lay card 27 {act: tap, seat: 1, card: {kind: track, card: 27}}",
            ],
        ),
        (
            Race,
            "card:letter_1",
            [
                "left: 1 elf card:elf_1",
                "right: 2 letters card:letter_2",
                *CLOSE,
                "ok: Play 1 letter {act: tap, seat: 1, card: {object: letter, count: 1}}",
            ],
        ),
        (
            lambda: unknown("letter 2"),
            "land:1",
            [
                "right: Space 2 land:2",
                *ENDS,
                "ok: Stops on space 1 {act: land, seat: 1, end: 1}",
            ],
        ),
        (
            lambda: unknown("letter 2"),
            "land:2",
            [
                "left: Space 1 land:1",
                "right: Space 3 land:3",
                *ENDS,
                "ok: Stops on space 2 {act: land, seat: 1, end: 2} (off)",
            ],
        ),
        (
            unknown,
            "land:6",
            [
                "left: Space 5 land:5",
                *ENDS,
                "ok: Stops on space 6 {act: land, seat: 1, end: 6}",
            ],
        ),
    ],
)
def test_menu_has_exactly_these_keys(race: Callable[[], Race], menu: str, keys: list[str]) -> None:
    assert list(rows(race().seat(1).keys[menu])) == keys


def test_every_choosable_card_space_and_track_card_has_a_menu() -> None:
    kinds = [
        f"{what}_{n}" for what in ("letter", "decoration", "log", "gift", "tree") for n in (1, 2)
    ]
    cards = [f"card:{kind}" for kind in [*kinds, "elf_1"]]
    numbers = [f"lay:{card}" for card in range(1, 28) if card not in (7, 9)]
    assert list(laying(7, 9).seat(2).keys) == ["", "lay:", *numbers]
    assert list(after_first_turn().seat(1).keys) == [""]
    assert (
        list(after_first_turn().seat(2).keys) == list(elves().seat(1).keys) == ["", "card:", *cards]
    )
    spaces = [f"land:{space}" for space in range(1, 7)]
    assert list(unknown().seat(1).keys) == ["", *spaces, "card:", *cards]


def playable(race: Race) -> list[str]:
    """The cards that a phone can play at seat 1."""
    menus = race.seat(1).keys.items()
    keys = {menu: keys["ok"].press for menu, keys in menus if menu.startswith("card:")}
    return [menu.removeprefix("card:") for menu, key in keys.items() if key and key.enabled]


def test_card_key_is_enabled_while_the_card_fits_the_others() -> None:
    """RR-21: one object and elves; RR-23: a reindeer on that track or beside the tracks."""
    race = Race()
    race.stand(1, "log 1", "gift 1", "log 3", "tree 5")
    assert playable(race) == [
        *("log_1", "log_2", "gift_1", "gift_2", "tree_1", "tree_2", "elf_1"),
    ]
    race.tap(1, "gift_2")
    assert playable(race) == ["gift_1", "gift_2", "elf_1"]
    race.tap(1, "elf", "elf", "elf")
    assert playable(race) == ["gift_1", "gift_2", "elf_1"]
    race.tap(1, "gift_1")
    assert playable(race) == []


def test_card_key_is_disabled_when_all_copies_are_tapped_or_open() -> None:
    race = Race()
    race.correct(1, hand=7)
    race.tap(1, *["gift_2"] * 6)
    assert playable(race) == ["gift_1", "elf_1"]
    race("done", 1)
    race.correct(turn=1)
    race.correct(1, hand=5)
    assert "gift_2" not in playable(race)
    assert "gift_1" in playable(race)


def extra(race: Race, seat: int = 1) -> list[str]:
    return [text(key) for key in race.seat(seat).extra]


SNOWMAN = "Space %d: snowman, card turned round {act: land, seat: 1, end: %d, action: snowman}"
SKIS = "Space %d: skis, draw two cards {act: land, seat: 1, end: %d, action: skis}"


def test_phone_has_extra_keys_for_held_buttons() -> None:
    assert extra(Race(), 2) == [TURN_ROUND % 2]
    assert extra(after_first_turn()) == []
    assert extra(sideways()) == []
    assert extra(unknown()) == [SNOWMAN % (2, 2), SKIS % (2, 2)]
    assert extra(unknown("letter 2")) == [
        "Reindeer 1, pass only {act: reindeer, seat: 1, reindeer: 1, leaps: false}",
        *(SNOWMAN % (5, 5), SKIS % (5, 5)),
    ]


def test_what_is_on_a_space_is_asked_of_the_chosen_one() -> None:
    race = unknown()
    race("land", 1, end=4)
    assert extra(race) == [SNOWMAN % (4, 4), SKIS % (4, 4)]
    race("land", 1, end=3, track="gift")
    assert extra(race)[1:] == [
        "Space 3: skis, draw two cards {act: land, seat: 1, track: gift, end: 3, action: skis}"
    ]
    race("land", 1, end="off")
    assert extra(race) == []


def test_reindeer_can_return_to_its_own_unknown_space() -> None:
    """RR-40: it slides back from space 5, and its own space is free."""
    plain = ["plain", "plain"]
    race = Race(box={"tracks": [["ice_back", "plain"], plain, None, *[plain] * 24]})
    race.stand(1, "letter 4")
    race.tap(1, "letter_1")
    race("reindeer", 1, reindeer=1)
    assert race.path() == [5, 4]
    assert extra(race) == [SNOWMAN % (4, 4), SKIS % (4, 4)]
    for menu in ("", "land:4"):
        assert "ok: Stops on space 4 {act: land, seat: 1, end: 4}" in rows(race.seat(1).keys[menu])
