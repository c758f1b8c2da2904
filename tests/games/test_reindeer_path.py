"""Paths of a reindeer on one track (RR-22 to RR-45), step by step."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reindeer_race import Race

from companion.games.reindeer_races.path import Path, Step, Track, walk
from companion.games.reindeer_races.state import SPACES

BACK, ON = "ice_back", "ice_forward"


def track(
    spaces: Mapping[int, str | None], *occupied: int, length: int = 10, span: int = 3
) -> Track:
    listed = tuple(spaces.get(space, "plain") for space in range(1, length + 1))
    return Track(listed, frozenset(occupied), span)


def text(path: Path) -> str:
    """The path in short: "m2 l5 s4"."""
    return " ".join(f"{step.kind[0]}{step.space}" for step in path.steps)


@pytest.mark.parametrize(
    ("spaces", "occupied", "start", "distance", "leaps", "expected", "end"),
    [
        pytest.param({}, (), 0, 2, True, "m2", 2, id="RR-24 a new one enters before space 1"),
        pytest.param({}, (3, 4), 2, 3, True, "m5", 5, id="RR-33 who is passed in counting counts"),
        pytest.param({}, (4,), 1, 3, False, "m4 p5", 5, id="RR-30 a pass"),
        pytest.param({}, (4, 5), 1, 3, False, "m4 p5 p6", 6, id="RR-32 a pass again"),
        pytest.param({}, (4,), 1, 3, True, "m4 l7", 7, id="RR-31 a leap"),
        pytest.param({}, (4, 7), 1, 3, (True, False), "m4 l7 p8", 8, id="AM-RR-08 each one"),
        pytest.param({}, (4, 5), 1, 3, (False,), "m4 p5 l8", 8, id="AM-RR-08 yes by default"),
        pytest.param({4: BACK}, (4,), 1, 3, False, "m4 p5", 5, id="RR-44 its space is ignored"),
        pytest.param({3: ON}, (), 0, 3, True, "m3 s4", 4, id="RR-40 on"),
        pytest.param({3: BACK}, (), 0, 3, True, "m3 s2", 2, id="RR-40 back"),
        pytest.param({3: BACK}, (2,), 0, 3, True, "m3 s2 l5", 5, id="RR-40 a leap goes forward"),
        pytest.param({5: ON}, (4,), 1, 3, False, "m4 p5 s6", 6, id="RR-45 a pass triggers"),
        pytest.param({7: ON}, (4,), 1, 3, True, "m4 l7 s8", 8, id="RR-45 a leap triggers"),
        pytest.param({3: ON, 4: ON}, (), 0, 3, True, "m3 s4 s5", 5, id="RR-45 a slide triggers"),
        pytest.param({1: BACK}, (), 0, 1, True, "m1 s0 oNone", "off", id="AM-RR-04"),
        pytest.param({}, (9,), 7, 2, True, "m9 l11 r11", "reward", id="AM-RR-12"),
        pytest.param({}, (), 9, 9, True, "m11 r11", "reward", id="RR-26 surplus is lost"),
        pytest.param({10: ON}, (), 9, 1, True, "m10 s11 r11", "reward", id="RR-26 by a slide"),
        pytest.param({}, (10,), 9, 1, False, "m10 p11 r11", "reward", id="RR-32 by a pass"),
        pytest.param({4: "yeti"}, (), 0, 4, True, "m4 oNone", "off", id="RR-43"),
    ],
)
def test_path_follows_the_spaces(
    spaces: Mapping[int, str],
    occupied: tuple[int, ...],
    start: int,
    distance: int,
    leaps: bool | tuple[bool, ...],
    expected: str,
    end: int | str,
) -> None:
    path = walk(track(spaces, *occupied), start, distance, leaps)
    assert (text(path), path.end, path.asked) == (expected, end, "")


@pytest.mark.parametrize(
    ("spaces", "occupied", "expected", "asked", "end"),
    [
        pytest.param({4: "ice_left"}, (), "m4", "slide", 4, id="AM-RR-03 left"),
        pytest.param({4: "ice_right"}, (), "m4", "slide", 4, id="AM-RR-03 right"),
        pytest.param({4: ON, 5: BACK}, (), "m4 s5 s4", "chain", 4, id="AM-RR-05 ice and ice"),
        pytest.param(
            {7: BACK, 6: BACK, 5: BACK}, (4,), "m4 l7 s6 s5 s4", "chain", 4, id="AM-RR-05"
        ),
        pytest.param({4: None}, (), "m4", "unknown", 4, id="nobody has entered the space"),
    ],
)
def test_unknown_landing_is_asked_for(
    spaces: Mapping[int, str | None],
    occupied: tuple[int, ...],
    expected: str,
    asked: str,
    end: int,
) -> None:
    path = walk(track(spaces, *occupied), 0, 4, True)
    assert (text(path), path.asked, path.end) == (expected, asked, end)


def test_unknown_space_under_another_reindeer_does_not_matter() -> None:
    path = walk(track({4: None}, 4), 0, 4, leaps=False)
    assert (text(path), path.asked, path.met) == ("m4 p5", "", 1)


@pytest.mark.parametrize(("space", "after"), [(3, 4), (4, 3)])
def test_snowman_turns_the_card_and_nothing_else(space: int, after: int) -> None:
    path = walk(track({space: "snowman", after: "ice_forward"}), 0, space, leaps=True)
    assert path.steps == [Step("move", space), Step("turn", after)]
    assert (path.end, path.action) == (space, "snowman")


def test_skis_are_an_action() -> None:
    path = walk(track({3: "skis"}), 0, 3, leaps=True)
    assert (path.steps[-1], path.end, path.action) == (Step("skis", 3), 3, "skis")


tracks = st.builds(
    Track,
    st.lists(st.sampled_from([*SPACES, None]), min_size=6, max_size=14).map(tuple),
    st.frozensets(st.integers(1, 14), max_size=8),
    st.sampled_from([2, 3]),
)


@given(tracks, st.integers(0, 14), st.integers(1, 20), st.booleans() | st.tuples(st.booleans()))
def test_every_path_ends_on_a_free_space_or_is_asked_for(
    way: Track, start: int, distance: int, leaps: bool | tuple[bool, ...]
) -> None:
    path = walk(way, min(start, way.goal - 1), distance, leaps)
    spaces = [step.space for step in path.steps if step.kind in ("move", "pass", "leap", "slide")]
    assert all(space is not None and 0 <= space <= way.goal for space in spaces)
    assert len(set(spaces)) == len(spaces) - (path.asked == "chain")
    if isinstance(path.end, int):
        assert path.end == spaces[-1]
        assert path.asked == "chain" or path.end not in way.occupied
    else:
        assert path.steps[-1].kind == path.end


def test_reindeer_on_a_turned_card_swaps_its_space() -> None:
    """RR-41, AM-RR-06, AM-RR-07."""
    race = Race(spaces={"gift": {3: "snowman", 4: "ice_forward"}})
    race.stand(2, "gift 4", "gift 5")
    race.move(1, "gift_1", "gift_2", reindeer=1)
    assert [race.spot(1, 1), race.spot(2, 1), race.spot(2, 2)] == ["gift 4", "gift 3", "gift 5"]
    assert race.track("gift")["spaces"][2:4] == ["ice_back", "snowman"]
    assert race.track("gift")["cards"][1] == {"card": 14, "turned": True}
    assert "turned" in race.event_keys()


def test_turned_card_slides_the_other_way() -> None:
    """AM-RR-06."""
    spaces = {"gift": {2: "ice_forward", 1: "ice_left"}}
    plain, turned = Race(spaces=spaces), Race(spaces=spaces)
    turned("flip", 1, card=13)
    assert plain.track("gift")["spaces"][:2] == ["ice_left", "ice_forward"]
    assert turned.track("gift")["spaces"][:2] == ["ice_back", "ice_right"]


def test_reindeer_does_not_block_itself() -> None:
    race = Race(spaces={"gift": {5: "ice_back"}})
    race.stand(1, "gift 4")
    race.tap(1, "gift_1")
    race("reindeer", 1, reindeer=1)
    assert race.path() == [5, 4]
    race("done", 1)
    assert race.spot(1, 1) == "gift 4"


def test_sideways_slide_can_end_on_another_track() -> None:
    """AM-RR-03."""
    race = Race(spaces={"gift": {2: "ice_left"}})
    race.tap(1, "gift_2")
    assert race.pending()["asked"] == "slide"
    race("land", 1, end=2, track="log")
    assert race.pending()["path"][-1] == {"kind": "land", "track": "log", "space": 2}
    assert race.pending()["end"] == {
        **{"kind": "space", "track": "log", "space": 2, "action": None}
    }
    race("done", 1)
    assert race.spot(1, 1) == "log 2"


@pytest.mark.parametrize(("action", "drawn"), [(None, 2), ("skis", 2), ("none", 0)])
def test_given_landing_has_the_effect_of_its_space(action: str | None, drawn: int) -> None:
    race = Race(spaces={"gift": {2: "ice_left"}, "log": {2: "skis"}})
    race.tap(1, "gift_2")
    race("land", 1, end=2, track="log", **({"action": action} if action else {}))
    race("done", 1)
    assert race.team(1)["hand"] == 4 + drawn


def test_landing_not_asked_for_or_occupied_is_refused() -> None:
    race = Race(spaces={"gift": {2: "ice_left"}})
    race.stand(2, "log 3")
    race.refuses("tap_first", "land", 1, end=2)
    race.tap(1, "elf")
    race.refuses("track_first", "land", 1, end=2)
    race("track", 1, track="gift")
    race.refuses("not_asked", "land", 1, end=2)
    race.tap(1, "elf")
    race.refuses("occupied", "land", 1, end=3, track="log")
    assert race.refused("land", 1, end=11, track="log").key == "act.out_of_range"
    race("land", 1, end="off")
    before = race.state
    race("land", 1, end="off")
    assert race.state is before
    race("land", 1, end="reward")
    assert race.pending()["path"][-1] == {"kind": "reward", "track": "gift", "space": None}
