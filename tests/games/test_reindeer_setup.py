"""The box, the options of a race and laying the track cards (RR-01 to RR-07, rules.md 9)."""

from typing import Any

import pytest
from reindeer_race import LAID, Race, box_with, laid, seats

from companion.errors import Refused
from companion.games.reindeer_races import box, pieces
from companion.games.reindeer_races.state import KINDS, OBJECTS
from companion.messages import say

LENGTHS = {"letter": 6, "decoration": 8, "log": 10, "gift": 12, "tree": 14}


def test_example_is_complete_and_marked_as_example() -> None:
    example = box.example()
    assert box.missing(example) == ()
    assert example["example"] is True
    assert sum(example["moves"].values()) == 77
    assert len(example["moves"]) == len(KINDS) == 11
    assert len(example["tracks"]) == 27
    assert sum(map(len, example["rewards"].values())) == 15
    assert {space for pair in example["tracks"] for space in pair} == {
        *("plain", "ice_forward", "ice_back", "ice_left", "ice_right", "snowman", "skis", "yeti")
    }
    assert box.read(example) == example


def test_missing_entries_are_listed() -> None:
    said = [say(one) for one in box.missing({})]
    assert said == ["0 of 77 movement cards", "0 of 27 track cards", "0 of 15 rewards"]
    example = box.example()
    moves = {**example["moves"], "elf": 4}
    tracks = [None, *example["tracks"][1:]]
    rewards = {**example["rewards"], "tree": [], "gift": [12, 9, 1]}
    said = [say(one) for one in box.missing({"moves": moves, "tracks": tracks, "rewards": rewards})]
    assert said == [
        "74 of 77 movement cards",
        "26 of 27 track cards",
        "no reward on the fir tree track",
    ]


def test_partly_filled_box_is_completed_with_unknowns() -> None:
    read = box.read({"moves": {"elf": 7}, "rewards": {"letter": [2, 8]}})
    assert read["moves"]["elf"] == 7
    assert read["moves"]["gift_1"] == 0
    assert read["rewards"]["letter"] == [8, 2]
    assert read["tracks"] == [None] * 27
    assert "example" not in read


@pytest.mark.parametrize(
    ("data", "key", "field"),
    [
        ({"moves": {"gift_3": 1}}, "box.unknown_field", "moves.gift_3"),
        ({"moves": {"elf": -1}}, "box.out_of_range", "moves.elf"),
        ({"tracks": [["plain", "plain"]]}, "box.wrong_length", "tracks"),
        ({"tracks": [None] * 26 + [["plain"]]}, "box.wrong_length", "tracks.27"),
        ({"tracks": [None] * 26 + [["plain", "lava"]]}, "box.not_one_of", "tracks.27.2"),
        ({"rewards": {"letter": [0]}}, "box.out_of_range", "rewards.letter.1"),
        ({"cards": {}}, "box.unknown_field", "cards"),
        ([], "box.wrong_type", ""),
        ({"moves": {"elf": 77, "gift_1": 1}}, "reindeer_races.box_moves", None),
        ({"rewards": {"letter": [1] * 15, "log": [1]}}, "reindeer_races.box_rewards", None),
    ],
)
def test_invalid_box_is_refused_with_the_field(data: Any, key: str, field: Any) -> None:
    with pytest.raises(Refused) as refused:
        box.read(data)
    assert (refused.value.key, refused.value.params.get("field")) == (key, field)


def test_tracks_have_3_to_7_cards_and_twice_as_many_spaces() -> None:
    """RR-03, RR-04, RR-05."""
    shown = Race().shown["tracks"]
    assert {track["track"]: track["length"] for track in shown} == LENGTHS
    assert [len(track["cards"]) for track in shown] == [3, 4, 5, 6, 7]
    assert [track["rewards"] for track in shown] == [
        *([8, 6, 5, 3, 2], [9, 7, 5, 3], [10, 8, 6], [12, 9], [15]),
    ]


ONE_EACH = {track: [5] for track in OBJECTS}


@pytest.mark.parametrize(
    ("contents", "known"),
    [
        ({"moves": {"elf": 77}, "rewards": {**ONE_EACH, "log": [5] * 11}}, (True, True)),
        ({"moves": {"elf": 76}, "rewards": ONE_EACH}, (False, False)),
        ({"moves": {}, "rewards": {"log": [5] * 15}}, (False, False)),
    ],
)
def test_cards_and_rewards_are_known_only_when_complete(
    contents: dict[str, Any], known: tuple[bool, bool]
) -> None:
    shown = Race(box=contents).shown
    rewards = [track["rewards"] is not None for track in shown["tracks"]]
    assert rewards == [known[1]] * 5
    assert (shown["unseen"] is not None) is known[0]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"seats": seats(1)}, "options.wrong_length"),
        ({"seats": [*seats(4), {"name": "E", "colour": "e"}]}, "options.wrong_length"),
        ({"seats": [{"name": "A", "colour": "a"}, {"name": "B", "colour": "a"}]}, "same_colour"),
        ({"seats": [{**seats(2)[0], "seat": 2}, seats(2)[1]]}, "same_seat"),
        ({"first": 3}, "no_seat"),
        ({"bond_span": 4}, "options.not_one_of"),
        ({"box": "printed"}, "options.wrong_type"),
        ({"box": {"moves": []}}, "box.wrong_type"),
        ({"laid": LAID}, "options.wrong_type"),
        ({"laid": laid()[:4]}, "options.wrong_length"),
        ({"laid": [laid()[1], *laid()[1:]]}, "options.wrong_length"),
        ({"laid": [[{"card": 8}] * 3, *laid()[1:]]}, "card_twice"),
        ({"wings": 2}, "options.unknown_field"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, Any], key: str) -> None:
    with pytest.raises(Refused) as refused:
        Race(**{"seats": seats(), **options})
    assert refused.value.key.removeprefix("reindeer_races.") == key


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"seats": [{**seats(2)[0], "seat": 2}, seats(2)[1]]},
            "Ada and Bert both sit at seat 2.",
        ),
        ({"seats": [seats()[0], {**seats()[1], "colour": "red"}]}, "Ada and Bert both play red."),
        ({"first": 3}, "Seat 3 is not playing. Seats in the race: 1, 2."),
        ({"laid": [[{"card": 8}] * 3, *laid()[1:]]}, "Track card 8 is laid twice."),
        ({"box": {"moves": {"elf": 78}}}, "The list: moves.elf must be from 0 to 77."),
        ({"box": {"moves": {"elf": 77, "gift_1": 1}}}, "The box has 77 movement cards, not 78."),
        ({"box": {"rewards": {"log": [1] * 15, "tree": [1]}}}, "The box has 15 rewards, not 16."),
    ],
)
def test_refused_set_up_has_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        Race(**options)
    assert say(refused.value) == sentence


def test_laid_cards_are_not_turned_by_default() -> None:
    usual = [[{"card": card} for card in cards] for cards in LAID]
    assert Race(laid=usual).state == Race().state


def lay_all(race: Race, *turned: int) -> None:
    """Lay all 25 cards in order at different seats; turn some of them."""
    for number, card in enumerate(card for cards in LAID for card in cards):
        race.show(number % 2 + 1, kind="track", card=card)
        if card in turned:
            race.press(1, "ok", hold=True)


def test_track_cards_are_tapped_in_order_and_held_ok_turns_the_last() -> None:
    race = Race(laid=None, spaces={"letter": {1: "yeti", 4: "ice_back"}})
    assert (race.shown["phase"], race.shown["turn"], race.event_params("lay")) == ("lay", None, {})
    lay_all(race, 3)
    assert race.event_keys() == ["card_placed", "all_laid", "turn"]
    assert (race.shown["phase"], race.shown["turn"], race.shown["laid"]) == ("turns", 1, 25)
    assert race.track("letter")["cards"][1] == {"card": 3, "turned": True}
    assert race.track("letter")["spaces"] == [
        *("yeti", "plain", "ice_forward", "plain", "plain", "plain"),
    ]


def test_card_is_laid_once_and_the_last_again_changes_nothing() -> None:
    race = Race(laid=None)
    race.refuses("nothing_laid", "flip")
    race("tap", card={"kind": "track", "card": 7})
    before = race.state
    race("tap", 2, card={"kind": "track", "card": 7})
    assert race.state is before
    race("tap", card={"kind": "track", "card": 3})
    race.refuses("card_laid", "tap", card={"kind": "track", "card": 7})
    race("flip")
    assert race.event_params("flipped") == {"card": 3}
    race("flip", card=3)
    assert race.event_keys() == ["flipped_back"]
    race.refuses("not_laid", "flip", card=9)


def test_turns_need_laid_tracks_and_laying_ends_with_them() -> None:
    race = Race(laid=None)
    race.refuses("lay_first", "tap", 1, card={"object": "gift"})
    race.refuses("lay_first", "done", 1)
    race.refuses("lay_first", "correct", set={"laid": {"letter": laid()[0]}})
    spot = {"track": "log", "space": 1}
    race.refuses("lay_first", "correct", 1, set={"reindeer": {"1": spot}})
    race.refuses("lay_first", "correct", set={"turn": 1})
    lay_all(race)
    race.refuses("not_laying", "tap", 1, card={"kind": "track", "card": 26})
    race.refuses("which_card", "tap", 1, card={"kind": "track", "object": "gift"})
    race.refuses("which_card", "tap", 1, card={"card": 3})


def test_last_card_can_be_turned_until_the_first_turn() -> None:
    race = Race(laid=None)
    lay_all(race)
    race("flip", 1)
    assert race.track("tree")["cards"][6] == {"card": 25, "turned": True}
    race("done", 1)
    race.refuses("flip_which", "flip")
    race("flip", card=25)
    assert race.event_keys() == ["flipped_back"]


def test_seat_retired_while_laying_is_not_up() -> None:
    race = Race(laid=None)
    race("retire", 1)
    lay_all(race)
    assert race.shown["turn"] == 2


def test_without_track_cards_in_the_box_landings_are_asked_for() -> None:
    race = Race(box=None, laid=None)
    assert (race.shown["phase"], race.shown["example"], race.shown["unseen"]) == (
        *("turns", False, None),
    )
    assert race.track("gift")["spaces"] == ["unknown"] * 12
    race.tap(1, "gift_2")
    assert (race.pending()["distance"], race.pending()["asked"]) == (2, "unknown")
    race.refuses("land_first", "done", 1)
    race("land", 1, end=2, action="snowman")
    race("done", 1)
    assert race.spot(1, 1) == "gift 1"


def test_without_rewards_in_the_box_tiles_are_entered_and_the_last_ends_the_race() -> None:
    race = Race(box=None, laid=None)
    for tile in (8, None):
        race.tap(1, *["letter_2"] * 4)
        assert race.steps() == ["move 7", "reward 7"]
        race("done", 1, **({"tile": tile} if tile else {"last": True}))
        if tile:
            race("done", 2)
            race.correct(1, hand=7)
    assert [tile["value"] for tile in race.team(1)["tiles"]] == [8, None]
    assert (race.team(1)["points"], race.team(1)["place"]) == (None, 1)
    assert race.shown["phase"] == "over"


def test_known_tile_value_cannot_be_entered() -> None:
    race = Race()
    race.refuses("tile_not_asked", "done", 1, last=True)
    race.stand(1, "letter 6")
    race.tap(1, "letter_1")
    race("reindeer", 1, reindeer=1)
    race.refuses("tile_not_asked", "done", 1, tile=99)
    race("done", 1)
    assert (race.team(1)["points"], race.shown["phase"]) == (8, "turns")


def test_race_with_the_example_box_is_marked() -> None:
    assert Race(box="example").shown["example"] is True
    assert Race(box={**box_with({}), "example": False}).shown["example"] is False


def test_decks_have_77_movement_cards_and_27_track_cards() -> None:
    moves = pieces.usual("moves", box.example())
    made = [
        pieces.make("moves", name, copy)
        for name, count in moves.items()
        for copy in range(1, count + 1)
    ]
    made += [pieces.make("tracks", card, 1) for card in pieces.usual("tracks", {})]
    assert len(made) == 77 + 27
    assert all(map(pieces.fits, made))
    assert {pieces.deck_of(piece) for piece in made} == set(pieces.DECKS)
    assert set(pieces.usual("moves", {}).values()) == {0}
    assert pieces.usual("tracks", {}) == {str(card): 1 for card in range(1, 28)}
    titles = {say(pieces.title(piece)) for piece in made}
    assert len(titles) == len(KINDS) + 27
    assert {"1 letter", "2 letters", "1 elf", "track card 7"} <= titles


@pytest.mark.parametrize(
    "piece",
    [
        {},
        {"kind": "dog", "colour": "red", "value": 1, "copy": 1},
        {"kind": "move", "object": "elf", "count": 2, "copy": 1},
        {"kind": "move", "object": "gift", "count": True, "copy": 1},
        {"kind": "move", "object": "gift", "count": 1},
        {"kind": "track", "card": 28},
        {"kind": "track", "card": 1, "copy": 1},
    ],
)
def test_foreign_pieces_are_rejected(piece: dict[str, Any]) -> None:
    assert not pieces.fits(piece)


def test_unknown_deck_is_refused() -> None:
    with pytest.raises(Refused, match="no_such_deck"):
        pieces.usual("rewards", {})
    assert [pieces.most(deck) for deck in pieces.DECKS] == [77, 1]
    assert [name.partition("_")[0] for name in pieces.usual("moves", {})][::2] == [*OBJECTS, "elf"]
