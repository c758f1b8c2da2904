"""The fields of acts, options and box, and how errors in them are reported."""

from typing import Any

import pytest
from reindeer_race import Race, laid, seats
from shared import pairs

from companion.errors import Malformed, Refused
from companion.games import reindeer_races
from companion.messages import say

TRACKS = "letter, decoration, log, gift, tree"


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        ("tap seat=7", ": seat must be from 1 to 6."),
        ("tap seat=1", ": card is missing."),
        ('tap card={"kind":"dog"}', ": card.kind must be one of move, track."),
        ('tap card={"object":"sock"}', f": card.object must be one of {TRACKS}, elf."),
        ('tap card={"object":"gift","count":0}', ": card.count must be from 1 to 2."),
        ('tap card={"object":"gift","count":3}', ": card.count must be from 1 to 2."),
        ('tap card={"object":"gift","copy":0}', ": card.copy must be from 1 to 77."),
        ('tap card={"object":"gift","copy":78}', ": card.copy must be from 1 to 77."),
        ('tap card={"kind":"track","card":0}', ": card.card must be from 1 to 27."),
        ('tap card={"kind":"track","card":28}', ": card.card must be from 1 to 27."),
        ("flip seat=0", ": seat must be from 1 to 6."),
        ("flip seat=7", ": seat must be from 1 to 6."),
        ("flip card=28", ": card must be from 1 to 27."),
        ('track track="log"', ": seat is missing."),
        ("track seat=1", ": track is missing."),
        ('track seat=1 track="sock"', f": track must be one of {TRACKS}."),
        ("reindeer reindeer=1", ": seat is missing."),
        ("reindeer seat=1", ": reindeer is missing."),
        ("reindeer seat=1 reindeer=0", ": reindeer must be from 1 to 4."),
        ("reindeer seat=1 reindeer=5", ": reindeer must be from 1 to 4."),
        (
            "reindeer seat=1 reindeer=1 leaps=1",
            ": leaps has the wrong type. It needs: list.",
        ),
        (
            "reindeer seat=1 reindeer=1 leaps=[true,1]",
            ": leaps.2 has the wrong type. It needs: boolean.",
        ),
        (
            f"reindeer seat=1 reindeer=1 leaps=[true{',true' * 16}]",
            ": leaps needs from 0 to 16 entries.",
        ),
        ("land end=1", ": seat is missing."),
        ("land seat=1", ": end is missing."),
        ("land seat=1 end=0", ": end must be from 1 to 14."),
        ("land seat=1 end=15", ": end must be from 1 to 14."),
        ('land seat=1 end="home"', ": end must be one of reward, off."),
        ("land seat=1 end=true", ": end has the wrong type. It needs: integer, string."),
        ('land seat=1 end=1 track="sock"', f": track must be one of {TRACKS}."),
        ('land seat=1 end=1 action="yeti"', ": action must be one of snowman, skis, none."),
        ("done", ": seat is missing."),
        ("done seat=1 tile=0", ": tile must be from 1 to 99."),
        ("done seat=1 tile=100", ": tile must be from 1 to 99."),
        ("done seat=1 last=1", ": last has the wrong type. It needs: boolean."),
        ("done seat=1 took_s=-1", ": took_s must be from 0 to 1000000."),
        ('discard card={"object":"elf"}', ": seat is missing."),
        ("discard seat=1", ": card is missing."),
        ("discard seat=1 card={}", ": card.object is missing."),
        (
            'discard seat=1 card={"object":"elf","kind":"move"}',
            " has no field card.kind. It has: object, count, copy.",
        ),
        ("retire", ": seat is missing."),
        ("shuffle seat=1", " has no field seat. It has: act."),
        ("end seat=1", " has no field seat. It has: act."),
        ("correct seat=1", ": set is missing."),
        ("correct seat=7 set={}", ": seat must be from 1 to 6."),
        ("correct seat=1 set={}", ": set is empty. It may hold: hand, reindeer, tiles, status."),
        ("correct set={}", ": set is empty. It may hold: turn, round, pile, laid."),
        ('correct seat=1 set={"hand":8}', ": set.hand must be from 0 to 7."),
        ('correct seat=1 set={"hand":-1}', ": set.hand must be from 0 to 7."),
        (
            'correct seat=1 set={"reindeer":{"5":null}}',
            " has no field set.reindeer.5. It has: 1, 2, 3, 4.",
        ),
        (
            'correct seat=1 set={"reindeer":{"1":{"track":"log"}}}',
            ": set.reindeer.1.space is missing.",
        ),
        (
            'correct seat=1 set={"reindeer":{"1":{"space":1}}}',
            ": set.reindeer.1.track is missing.",
        ),
        (
            'correct seat=1 set={"reindeer":{"4":{"track":"log","space":15}}}',
            ": set.reindeer.4.space must be from 1 to 14.",
        ),
        (
            'correct seat=1 set={"reindeer":{"1":{"track":"log","space":0}}}',
            ": set.reindeer.1.space must be from 1 to 14.",
        ),
        ('correct seat=1 set={"tiles":{"log":[0]}}', ": set.tiles.log.1 must be from 1 to 99."),
        ('correct seat=1 set={"tiles":{"log":[100]}}', ": set.tiles.log.1 must be from 1 to 99."),
        (
            f'correct seat=1 set={{"tiles":{{"log":[1{",1" * 15}]}}}}',
            ": set.tiles.log needs from 0 to 15 entries.",
        ),
        (
            'correct seat=1 set={"tiles":{"sock":[]}}',
            f" has no field set.tiles.sock. It has: {TRACKS}.",
        ),
        (
            'correct seat=1 set={"status":"finished"}',
            ": set.status must be one of racing, eliminated.",
        ),
        ('correct set={"turn":3}', ": set.turn must be one of 1, 2."),
        ('correct set={"round":0}', ": set.round must be from 1 to 1000000."),
        ('correct set={"pile":78}', ": set.pile must be from 0 to 77."),
        ('correct set={"pile":-1}', ": set.pile must be from 0 to 77."),
        ('correct set={"laid":{"sock":[]}}', f" has no field set.laid.sock. It has: {TRACKS}."),
        ('correct set={"laid":{"log":1}}', ": set.laid.log has the wrong type. It needs: list."),
        ('correct set={"laid":{"log":[]}}', ": set.laid.log needs from 5 to 5 entries."),
    ],
)
def test_invalid_field_of_an_act_is_reported(act: str, fault: str) -> None:
    name, _, rest = act.partition(" ")
    refused = Race().refused(name, **pairs(rest))
    assert say(refused) == f"The act “{name}”{fault}"


def test_unknown_act_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Malformed) as malformed:
        reindeer_races.apply(Race().state, {"act": "fly"})
    assert malformed.value.params["known"] == (
        "tap, flip, track, reindeer, land, done, value, discard, shuffle, retire, end, correct"
    )


@pytest.mark.parametrize(
    "act",
    [
        'tap seat=1 card={"kind":"move","object":"gift","count":2,"copy":6}',
        'tap card={"object":"gift"}',
        "flip seat=2 card=25",
        "flip",
        "done seat=1 took_s=0.5",
        'correct seat=1 set={"hand":0} reason="agreed"',
        'correct seat=1 set={"reindeer":{"4":{"track":"tree","space":14}}}',
        'correct seat=2 set={"status":"racing","reindeer":{"1":null}}',
        'correct set={"pile":0,"round":1,"turn":2}',
    ],
)
def test_act_with_a_value_at_its_bound_is_accepted(act: str) -> None:
    name, _, rest = act.partition(" ")
    Race()(name, **pairs(rest))


def test_empty_box_accepts_any_existing_value() -> None:
    race = Race(box=None, laid=None)
    race("tap", 1, card={"object": "tree", "count": 2, "copy": 77})
    race("reindeer", 1, reindeer=4, leaps=[False] * 16)
    race("land", 1, end=14, action="none")
    race("land", 1, end=6, track="letter", action="skis")
    race("land", 1, end="reward")
    race("done", 1, tile=99)
    assert race.team(1)["tiles"] == [{"track": "tree", "value": 99}]
    race.correct(2, tiles={"log": [1] * 15, "gift": [99, None]})
    assert race.team(2)["points"] is None
    assert len(race.team(2)["tiles"]) == 15 + 2


LAID, SEATS = laid(), seats()


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"seats": seats(1)}, "seats needs from 2 to 4 entries."),
        ({"seats": [*seats(4), SEATS[0]]}, "seats needs from 2 to 4 entries."),
        ({"seats": [{**SEATS[0], "seat": 7}, SEATS[1]]}, "seats.1.seat must be from 1 to 6."),
        ({"seats": [{**SEATS[0], "seat": 0}, SEATS[1]]}, "seats.1.seat must be from 1 to 6."),
        ({"seats": [{"colour": "red"}, SEATS[1]]}, "seats.1.name is missing."),
        ({"seats": [SEATS[0], {"name": "Bert"}]}, "seats.2.colour is missing."),
        ({"first": 0}, "first must be from 1 to 6."),
        ({"first": 7}, "first must be from 1 to 6."),
        ({"bond_span": 1}, "bond_span must be one of 2, 3."),
        ({"bond_span": 4}, "bond_span must be one of 2, 3."),
        ({"box": "printed"}, "box has the wrong type. It needs: object."),
        ({"laid": LAID[:4]}, "laid needs from 5 to 5 entries."),
        ({"laid": [*LAID, []]}, "laid needs from 5 to 5 entries."),
        ({"laid": [LAID[1], *LAID[1:]]}, "laid.1 needs from 3 to 3 entries."),
        ({"laid": [*LAID[:4], LAID[3]]}, "laid.5 needs from 7 to 7 entries."),
        ({"laid": [[{"card": 0}] * 3, *LAID[1:]]}, "laid.1.1.card must be from 1 to 27."),
        ({"laid": [[{"card": 28}] * 3, *LAID[1:]]}, "laid.1.1.card must be from 1 to 27."),
        ({"laid": [[{"turned": True}] * 3, *LAID[1:]]}, "laid.1.1.card is missing."),
        (
            {"laid": [[{"card": 1, "turned": 1}] * 3, *LAID[1:]]},
            "laid.1.1.turned has the wrong type. It needs: boolean.",
        ),
    ],
)
def test_invalid_option_is_reported(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(Refused) as refused:
        Race(**options)
    assert say(refused.value) == f"The set-up: {fault}"


SPACES = "plain, ice_forward, ice_back, ice_left, ice_right, snowman, skis, yeti"
MOVES = (
    "letter_1, letter_2, decoration_1, decoration_2, log_1, log_2, gift_1, gift_2, tree_1, "
    "tree_2, elf"
)
REST = [None] * 26


@pytest.mark.parametrize(
    ("box", "fault"),
    [
        ({"moves": {"elf": -1}}, ": moves.elf must be from 0 to 77."),
        ({"moves": {"elf": 78}}, ": moves.elf must be from 0 to 77."),
        ({"moves": {"elf_1": 1}}, f" has no field moves.elf_1. It has: {MOVES}."),
        ({"tracks": REST}, ": tracks needs from 27 to 27 entries."),
        ({"tracks": [*REST, None, None]}, ": tracks needs from 27 to 27 entries."),
        ({"tracks": [["plain"], *REST]}, ": tracks.1 needs from 2 to 2 entries."),
        ({"tracks": [["plain"] * 3, *REST]}, ": tracks.1 needs from 2 to 2 entries."),
        ({"tracks": [["plain", "lava"], *REST]}, f": tracks.1.2 must be one of {SPACES}."),
        ({"rewards": {"log": [0]}}, ": rewards.log.1 must be from 1 to 99."),
        ({"rewards": {"log": [100]}}, ": rewards.log.1 must be from 1 to 99."),
        ({"rewards": {"log": [1] * 16}}, ": rewards.log needs from 0 to 15 entries."),
        ({"rewards": {"sock": []}}, f" has no field rewards.sock. It has: {TRACKS}."),
        ({"example": 1}, ": example has the wrong type. It needs: boolean."),
        ({"wings": 1}, " has no field wings. It has: moves, tracks, rewards, example."),
    ],
)
def test_invalid_field_of_the_box_is_reported(box: dict[str, Any], fault: str) -> None:
    with pytest.raises(Refused) as refused:
        Race(box=box, laid=None)
    assert say(refused.value) == f"The list{fault}"


def test_seats_without_numbers_are_numbered_in_order() -> None:
    race = Race(seats=[{"name": "Ada", "colour": "red"}, {"name": "Bert", "colour": "blue"}])
    assert [seat["seat"] for seat in race.shown["seats"]] == race.shown["order"] == [1, 2]
