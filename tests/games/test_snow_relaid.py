"""Track pieces added, removed and exchanged during a race (D13)."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
import snow_course
from shared import seeds

from companion.errors import Refused
from companion.games import history
from companion.games.snow_tails import box, course_races, invariants, notation


def relay(*names: str) -> dict[str, Any]:
    pieces = snow_course.track(*names).pieces
    return {"act": "course", "pieces": [box.entry(piece) for piece in pieces]}


def begun(*names: str) -> history.History:
    return snow_course.begin(snow_course.options(2, names))


def put(race: history.History, seat: int, *at: int) -> history.History:
    return race.apply({"act": "correct", "seat": seat, "set": {"at": list(at)}})[0]


def test_pieces_ahead_and_behind_keep_their_sleds_saplings_and_lines() -> None:
    """One piece goes before the one with both a sled and saplings, two come."""
    race = put(begun("1A", "3A", "2B", "5A", "10A"), 1, 2, 4, 3)
    race, _ = race.apply(relay("1A", "7A", "6B", "2B", "5A", "10A"))
    assert [sled.at for sled in race.state.sleds] == [(3, 4, 3), (0, 2, 4)]
    assert [sled.lines for sled in race.state.sleds] == [2, 0]
    assert race.state.limits == (3, 5, 4)
    assert {at[0] for at in race.state.saplings} == {3}
    race, _ = race.apply(relay("1A", "7A", "6B", "2B", "5A", "4B", "10A"))
    assert [sled.at for sled in race.state.sleds] == [(3, 4, 3), (0, 2, 4)]
    race, _ = race.apply({"act": "undo"})
    assert len(race.state.track.pieces) == 6


def test_new_piece_brings_its_saplings() -> None:
    race, _ = begun("1A", "3A", "10A").apply(relay("1A", "3A", "2B", "10A"))
    assert race.state.saplings == ((2, 1, 2), (2, 2, 4), (2, 3, 2), (2, 4, 5), (2, 5, 3))


def test_remedy_puts_the_sled_on_the_nearest_piece_that_stays() -> None:
    race = put(begun("1A", "3A", "2A", "10A"), 2, 1, 3, 4)
    with pytest.raises(Refused) as refused:
        race.apply(relay("1A", "2A", "10A"))
    assert refused.value.params == {"name": "Ben", "piece": "3A"}
    for act in refused.value.remedy:
        race, _ = race.apply(act)
    assert race.state.sled(2).at in {(0, 3, 5), (1, 3, 1)}
    assert len(race.state.track.pieces) == 3


@pytest.mark.parametrize(
    ("names", "key"),
    [(("3A", "10A"), "snow_tails.laid_ends"), (("1A", "3A"), "snow_tails.laid_ends")],
)
def test_course_without_start_or_finish_is_refused(names: tuple[str, ...], key: str) -> None:
    entries = {f"{one['name']}{one['side']}": one for one in box.example()["pieces"]}
    with pytest.raises(Refused) as refused:
        begun("1A", "10A").apply({"act": "course", "pieces": [entries[name] for name in names]})
    assert refused.value.key == key


@pytest.mark.parametrize("pieces", [[{}, {}], [1, 2], [{"name": "1", "side": "C"}] * 2])
def test_pieces_that_are_none_are_refused_by_their_field(pieces: list[Any]) -> None:
    with pytest.raises(Refused, match=r"(box|act)\."):
        begun("1A", "10A").apply({"act": "course", "pieces": pieces})


def test_race_without_a_course_has_no_pieces() -> None:
    plain = snow_course.options(2, ("1A", "10A"))
    race = snow_course.begin({"seats": plain["seats"], "limits": [4]})
    with pytest.raises(Refused, match="no_course"):
        race.apply(relay("1A", "3A", "10A"))


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_positions_hold_when_pieces_come_and_go_in_random_races(seed: int) -> None:
    rng = Random(seed)
    race = snow_course.begin(snow_course.options(3, snow_course.COURSES[0]))
    changes = 0
    for _, after in snow_course.wander(race, rng):
        if rng.random() < 0.8 or after.state.phase == "over":
            continue
        names = [box.title(piece) for piece in after.state.track.pieces]
        at = rng.randrange(1, len(names))
        names[at : at + rng.randint(0, 1)] = [rng.choice(["2B", "5A", "3A", "7A", "4B"])]
        with suppress(Refused):
            changed, _ = after.apply(relay(*names))
            assert list(invariants.broken(changed.state)) == []
            assert notation.read(notation.write(changed.state)) == changed.state
            changes += changed is not after
    assert changes


def test_race_whose_course_changed_is_not_driven_again() -> None:
    options = snow_course.options(2, ("1A", "3A", "10A"))
    change = relay("1A", "10A")
    assert course_races.driven(options, [change])["steps"] == []


def test_limits_may_be_left_out_on_a_laid_course_alone() -> None:
    options = snow_course.options(2, ("1A", "5A", "10A"))
    del options["limits"]
    assert snow_course.begin(options).state.limits == (4,)
    for laid in ({}, {"laid": []}):
        with pytest.raises(Refused, match=r"options\.missing_field"):
            snow_course.begin({"seats": options["seats"], **laid})
