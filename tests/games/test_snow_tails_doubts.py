"""Impossible or doubtful reports lead to a question but stay as the table gave them."""

import pytest
from snow_evening import Evening

from companion.games import snow_tails
from companion.messages import say

GO_ON = "Undo takes one back. If the table is right, go on."


def slow(speed: int = 1, *marks: str, limits: tuple[int, ...] = (9,) * 6) -> Evening:
    """Ada is up with her card on the left dog at this speed, after these marks."""
    evening = Evening(limits=limits)
    evening.correct(1, right=1, brake=4)
    evening.tap(1, speed + 3)
    evening.press(1, "left")
    for what in marks:
        evening.act({"act": "mark", "seat": 1, "what": what})
    return evening


def table(evening: Evening) -> list[str]:
    return [say(todo) for todo in snow_tails.view(evening.state).todo]


@pytest.mark.parametrize("what", ["line", "sapling"])
def test_more_marks_than_spaces_are_asked_about_and_accepted(what: str) -> None:
    evening = slow(1, *[what] * 4)
    asked = (
        f"4 \N{MULTIPLICATION SIGN} {what} in a move of 1? "
        f"A sled cannot meet more of them than the spaces it moves. {GO_ON}"
    )
    assert asked in evening.todo(1)
    assert f"Ada: {asked}" in table(evening)
    evening.press(1, "ok")
    last = evening.state.sled(1).last
    assert last is not None
    assert last.marks == (what,) * 4


def test_as_many_lines_as_spaces_are_possible() -> None:
    assert not any("?" in todo for todo in slow(1, "line").todo(1))
    assert not any("cannot" in todo for todo in slow(2, "line", "line").todo(1))


def test_crash_leaves_one_space_less_for_lines() -> None:
    evening = slow(1, "line", "edge")
    assert any(
        todo.startswith("1 \N{MULTIPLICATION SIGN} line in a move of 0?")
        for todo in evening.todo(1)
    )
    assert not any("move of" in todo for todo in slow(2, "line", "edge").todo(1))


def test_lines_that_need_the_bonus_are_asked_about() -> None:
    evening = Evening(limits=(9,) * 6)
    evening.round()
    evening.correct(1, left=2, brake=3)
    evening.tap(1, 2)
    evening.press(1, "right")
    for _ in range(2):
        evening.press(1, "event")
    asked = f"2 \N{MULTIPLICATION SIGN} line in a move of 1? Only with the bonus movement. {GO_ON}"
    assert asked in evening.todo(1)


def test_second_equal_line_is_asked_about_after_it_is_marked() -> None:
    evening = slow(2, "line", "line")
    asked = "2 \N{MULTIPLICATION SIGN} line in one move? Undo takes one back."
    assert evening.todo(1)[1] == asked
    assert table(evening)[1] == f"Ada: {asked}"


def test_sled_at_rest_is_asked_only_about_its_marks() -> None:
    evening = slow(1)
    evening.correct(1, brake=5)
    assert evening.todo(1)[1:] == ["Press OK."]
    evening = slow(1, "line")
    evening.correct(1, brake=5)
    assert any(
        todo.startswith("1 \N{MULTIPLICATION SIGN} line in a move of 0?")
        for todo in evening.todo(1)
    )


def test_late_line_beyond_the_spaces_is_asked_about() -> None:
    evening = slow(1, "line")
    evening.press(1, "ok")
    late = {"act": "mark", "seat": 1, "what": "line", "late": True}
    evening.state, events = snow_tails.apply(evening.state, late)
    assert [say(event) for event in events][1] == (
        "Ada's last turn: 2 \N{MULTIPLICATION SIGN} line in a move of 1? "
        "A sled cannot meet more of them than the spaces it moves. If that is wrong, press Undo."
    )
    assert evening.state.sled(1).lines == 2


def test_two_finishers_on_one_space_are_asked_about() -> None:
    evening = Evening(players=2, limits=())
    for seat in (1, 2):
        evening.tap(seat, 4)
        evening.press(seat, "left")
        evening.press(seat, "event")
        done = {"act": "done", "seat": seat, "rows": 2, "lane": 1}
        evening.state, events = snow_tails.apply(evening.state, done)
    assert "snow_tails.same_space" in [event.key for event in events]
    assert evening.todo(2)[0].startswith("You and Ada are entered on the same space")
    assert evening.todo(1)[0].startswith("You and Bert are entered on the same space")
    same = "Ada and Bert are entered on the same space past the finish: who is ahead?"
    assert table(evening)[1] == same
    evening.press(2, "left")
    evening.press(2, "ok")
    assert evening.state.sled(2).place == 1


@pytest.mark.parametrize("second", [{"rows": 2, "lane": 2}, {"rows": 3, "lane": 1}, {"rows": 2}])
def test_different_or_unreported_spaces_are_not_asked_about(second: dict[str, int]) -> None:
    evening = Evening(players=2, limits=())
    for seat, place in ((1, {"rows": 2, "lane": 1}), (2, second)):
        evening.tap(seat, 4)
        evening.press(seat, "left")
        evening.press(seat, "event")
        evening.act({"act": "done", "seat": seat, **place})
    assert not any("same space" in todo for todo in (*evening.todo(1), *table(evening)))


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ({}, {"rows": 2, "lane": 1}, ["Ada"]),
        ({"rows": 2}, {"rows": 2, "lane": 1}, ["Ada"]),
        ({}, {}, ["Ada", "Bert"]),
        ({"rows": 3}, {"rows": 2}, []),
        ({"rows": 2, "lane": 1}, None, []),
    ],
)
def test_unreported_space_that_decides_a_place_is_asked_about(
    first: dict[str, int], second: dict[str, int] | None, asked: list[str]
) -> None:
    """Unreported rows do not count as 0 rows: the proposed order is only a guess."""
    evening = Evening(players=3, limits=())
    for seat, place in ((1, first), (2, second)):
        evening.tap(seat, 4)
        evening.press(seat, "left")
        if place is not None:
            evening.press(seat, "event")
        evening.act({"act": "done", "seat": seat, **(place or {})})
    evening.turn(3)
    one = "{} space past the line is not entered yet: look at the track."
    several = f"Not entered yet: the spaces of {', '.join(asked)} past the line. Look at the track."
    said = several if len(asked) > 1 else one.format(f"{asked[0]}'s") if asked else ""
    found = [todo for todo in table(evening) if "entered yet" in todo]
    assert found == [said] * bool(asked)
    for seat, name in ((1, "Ada"), (2, "Bert")):
        question, *rest = evening.todo(seat)
        assert question.endswith(("?", "OK: all places are right."))
        assert rest == [one.format("Your")] * (name in asked)


def test_second_card_is_announced_with_the_one_it_replaces() -> None:
    evening = Evening()
    evening.tap(1, 4)
    tap = {"act": "tap", "seat": 1, "card": {"value": 2}}
    evening.state, events = snow_tails.apply(evening.state, tap)
    assert [say(event) for event in events] == ["Ada plays a 2 instead of the 4. Where does it go?"]
