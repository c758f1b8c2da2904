"""The story of a race of Reindeer Races: places by points, distances, rewards."""

from collections.abc import Mapping

from reindeer_race import Race

from companion.games.reindeer_races.story import STORY
from companion.library import story


def story_of(race: Race, *acts: Mapping[str, object]) -> story.Story:
    return story.story("reindeer_races", race.options, acts)


def tap(seat: int, what: str, count: int) -> dict[str, object]:
    return {"act": "tap", "seat": seat, "card": {"object": what, "count": count}}


def done(seat: int, took_s: float) -> dict[str, object]:
    return {"act": "done", "seat": seat, "took_s": took_s}


def test_story_lists_figures_round_by_round() -> None:
    goal = {"1": {"track": "letter", "space": 6}}
    found = story_of(
        Race(),
        {"act": "correct", "seat": 2, "set": {"reindeer": goal}},
        *(done(1, 3.0), tap(2, "letter", 2)),
        *({"act": "reindeer", "seat": 2, "reindeer": 1}, done(2, 9.5)),
        *(tap(1, "gift", 2), tap(1, "elf", 1), done(1, 4.0), done(2, 2.0), {"act": "end"}),
    )
    first, second = found.seats
    assert (found.rounds, first.place, second.place) == (3, [1, 2, 2, 2], [1, 1, 1, 1])
    assert first.figures["distance"] == [0, 3, None]
    assert second.figures["distance"] == [2, 0, None]
    assert first.figures["points"] == [0, 0, None]
    assert second.figures["points"] == [8, 8, None]
    assert second.figures["rewards"] == [1, 1, None]
    assert second.took_s == [9.5, 2.0, None]
    assert found.moments == [
        {"kind": "reward", "round": 1, "seat": 2, "track": "letter", "value": 8},
    ]


def test_retired_seat_has_no_place() -> None:
    found = story_of(Race(3), {"act": "retire", "seat": 1}, {"act": "end"})
    assert [seat.place[-1] for seat in found.seats] == [None, 1, 1]
    assert [seat.out for seat in found.seats] == [1, None, None]


def test_every_moment_and_record_has_a_name() -> None:
    assert set(STORY.marks) == {"reward"}
    figures = {figure.name for figure in STORY.figures} | {"took_s"}
    assert {record.figure for record in STORY.records} <= figures
