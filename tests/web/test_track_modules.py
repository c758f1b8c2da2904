"""Unit tests of the track pieces' modules in a browser: taps on a piece, geometry of a course."""

from itertools import product
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games.snow_tails import box
from companion.games.snow_tails.course_proposals import DIFFICULTIES, LENGTHS, propose
from companion.games.snow_tails.track_pieces import track_piece
from companion.games.snow_tails.track_steps import step
from tests.web.test_modules import browser_page, page, run

pytestmark = pytest.mark.browser
__all__ = ["browser_page", "page"]

PIECE = "games/snow_tails/track-piece"
COURSE = "games/snow_tails/track-course"
GEOMETRY = "games/snow_tails/track-geometry"
STEPS = "games/snow_tails/track-steps"
POSES = "games/snow_tails/sled-poses"


def tapped(page: Page, kind: str, *taps: Any) -> Any:
    """A fresh piece of this kind after taps, each a tool and a space."""
    body = """
      const tap = (piece, [tool, at]) => m.tapped(piece, tool, at);
      return m.entryOf(given.taps.reduce(tap, m.fresh(given.kind, [])));
    """
    return run(page, PIECE, body, {"kind": kind, "taps": [list(tap) for tap in taps]})


def test_a_line_goes_across_and_moves_lane_by_lane(page: Page) -> None:
    """A bend of 3, 4, 5, 6 and 7 spaces."""
    (line,) = tapped(page, "bend", ("lines 0", [3, 2]))["lines"]
    assert line == {"limit": 4, "after": [1, 2, 2, 2, 3]}
    (line,) = tapped(page, "bend", ("lines 0", [3, 2]), ("lines 0", [2, 1]))["lines"]
    assert line["after"] == [1, 1, 2, 2, 3]
    twice = [("lines 0", [3, 2]), ("lines 0", [3, 2]), ("lines 0", [1, 1])]
    assert tapped(page, "bend", *twice)["lines"][0]["after"] == [0, 2, 1, 2, 3]


def test_marks_are_toggled_and_contradictions_replace_each_other(page: Page) -> None:
    assert "saplings" not in tapped(page, "special", ("saplings", [1, 1]), ("saplings", [1, 1]))
    found = tapped(page, "special", ("saplings", [1, 1]), ("blocked", [1, 1]))
    assert (found["blocked"], "saplings" in found) == ([[1, 1]], False)
    assert tapped(page, "start", ("starts", [2, 3]), ("starts", [1, 3]))["starts"] == [
        [2, 3],
        [1, 3],
    ]


def test_rows_of_dots_are_saved_from_first_to_last_without_empty_ones(page: Page) -> None:
    dots = [("level 0", [1, 2]), ("level 1", [1, 1]), ("level 2", [1, 3]), ("level 2", [1, 3])]
    rows = tapped(page, "bend", *dots)["level"]
    assert [row[0] for row in rows] == [1, 2]


def test_other_side_is_the_mirror(page: Page) -> None:
    body = "return m.entryOf(m.otherSide(m.tapped(m.fresh('bend', []), 'lines 0', [1, 1])));"
    other = run(page, PIECE, body)
    assert (other["side"], other["turn"], other["spaces"]) == ("B", "right", [7, 6, 5, 4, 3])
    assert other["lines"][0]["after"] == [2, 2, 2, 1, 1]


def test_fewer_spaces_keep_what_still_fits(page: Page) -> None:
    body = """
      const trees = (p, at) => m.tapped(p, "saplings", at);
      const piece = [[1, 6], [2, 2]].reduce(trees, m.fresh("special", []));
      return m.entryOf(m.withSpaces(m.tapped(piece, "lines 0", [1, 3]), [4, 4]));
    """
    found = run(page, PIECE, body)
    assert (found["saplings"], found["lines"][0]["after"]) == ([[2, 2]], [2, 2])


def test_drifts_lead_where_the_service_reads_them(page: Page) -> None:
    """All spaces of the example, and a bend with drifts of its own."""
    own = {"name": "x", "kind": "bend", "turn": "left", "spaces": [2, 3], "side": "A"}
    pieces = [*box.example()["pieces"], {**own, "drifts": [[1, 2, 2, 3], [2, 1, 1, 1]]}]
    body = """
      const numbers = (count) => Array.from({ length: count }, (_, n) => n + 1);
      const lane = (count, i) => numbers(count).map((n) => [i + 1, n]);
      return given.map((p) => p.spaces.flatMap(lane).map((at) => m.driftsFrom(p, at)));
    """
    for entry, found in zip(pieces, run(page, STEPS, body, pieces), strict=True):
        piece = track_piece(entry)
        spaces = [(i, n) for i, count in enumerate(piece.spaces, 1) for n in range(1, count + 1)]
        read = [[list(to) for by in (-1, 1) if (to := step(piece, at, by))] for at in spaces]
        assert found == read


def test_a_tap_lets_a_drift_lead_elsewhere_or_as_read_again(page: Page) -> None:
    """In spaces of 4 and 4 a drift from space 2 leads to space 3 of the other lane."""
    body = """
      const tap = (piece, [from, at]) => m.withDrift(piece, from, at) ?? piece;
      return given.map((taps) => taps.reduce(tap, { spaces: [4, 4], drifts: [] }).drifts);
    """
    found = run(
        page,
        STEPS,
        body,
        [
            [[[1, 2], [2, 4]]],
            [[[1, 2], [2, 4]], [[1, 2], [2, 3]]],  # as read
            [[[2, 4], [1, 4]], [[2, 4], [1, 4]]],  # once more on the last space: the next piece
            [[[1, 3], [2, 3]], [[1, 3], [2, 4]], [[1, 3], [2, 4]]],
            [[[1, 1], [2, 4]], [[1, 1], [1, 2]], [None, [2, 2]]],  # too far, the same lane, none
        ],
    )
    assert found == [[[1, 2, 2, 4]], [], [], [[1, 3, 2, 5]], []]


def test_drifts_turn_with_the_piece_and_go_with_their_space(page: Page) -> None:
    body = """
      const bend = { ...m.fresh("bend", []), spaces: [2, 4], drifts: [[1, 1, 2, 2], [2, 4, 1, 2]] };
      const closed = m.entryOf(m.tapped(bend, "blocked", [1, 1])).drifts;
      return [m.otherSide(bend).drifts, m.withSpaces(bend, [2, 3]).drifts, closed];
    """
    mirror, fewer, closed = run(page, PIECE, body)
    assert mirror == [[2, 1, 1, 2], [1, 4, 2, 2]]
    assert (fewer, closed) == ([[1, 1, 2, 2]], [[2, 4, 1, 2]])


def test_four_bends_close_a_loop_and_a_fifth_lies_on_the_first(page: Page) -> None:
    body = """
      const bend = { kind: "bend", turn: "left", spaces: [3, 4, 5, 6, 7] };
      const places = m.joined(Array(5).fill(bend));
      const corners = places.map(({ x, y }) => [x, y].map(Math.round));
      return [corners, m.overlaps(places.slice(0, 4)), m.overlaps(places)];
    """
    places, none, some = run(page, GEOMETRY, body)
    assert places[4] == places[0] == [0, 0]
    assert (none, some) == ([], [[4, 0]])


def test_joined_straights_lie_in_a_row_without_touching(page: Page) -> None:
    body = """
      const straight = { kind: "straight", turn: "", spaces: [5, 5] };
      const places = m.joined([straight, straight]);
      return [places[1].y, m.overlaps(places), ...m.middleOf(straight, [1, 1])];
    """
    assert run(page, GEOMETRY, body) == [-7, [], pytest.approx(0.7), -0.5]


BEND: Any = {
    "name": "x",
    "side": "A",
    "kind": "bend",
    "turn": "left",
    "spaces": [2, 4, 6],
    "lines": [{"limit": 3, "after": [1, 3, 5]}, {"limit": 6, "after": [1, 1, 1]}],
    "level": [[1, None, 2]],
    "saplings": [[1, 1]],
    "blocked": [[3, 5]],
}


def test_a_piece_turned_round_is_driven_backwards(page: Page) -> None:
    """As the service reads it: tests/games/test_snow_track_course.py."""
    laid = {"piece": "x", "side": "A", "turned": True}
    body = "return m.resolved([given.laid, { ...given.laid, side: 'B' }], [given.piece]);"
    drifts = [[1, 1, 2, 1], [2, 2, 3, 4], [2, 3, 3, 4], [1, 2, 2, 5]]
    turned, unknown = run(page, COURSE, body, {"laid": laid, "piece": {**BEND, "drifts": drifts}})
    assert turned["drifts"] == [[2, 4, 3, 2]]
    assert unknown is None
    assert (turned["turn"], turned["spaces"]) == ("right", [6, 4, 2])
    assert [line["after"] for line in turned["lines"]] == [[5, 3, 1], [1, 1, 1]]
    assert [line["limit"] for line in turned["lines"]] == [6, 3]
    assert (turned["level"], turned["saplings"]) == ([[5, None, 2]], [[3, 2]])
    assert turned["blocked"] == [[1, 2]]


def doubts(page: Page, *names: str) -> list[str]:
    """The doubts about a course of the example's pieces: "5A", or "5A~" turned round."""
    laid = [
        {"piece": name.rstrip("~")[:-1], "side": name.rstrip("~")[-1], "turned": "~" in name}
        for name in names
    ]
    body = "return m.doubts(given.laid, given.pieces).map(([word]) => word.slice(7));"
    found: list[str] = run(page, COURSE, body, {"laid": laid, "pieces": box.example()["pieces"]})
    return found


def test_what_the_rules_say_against_a_course_is_listed(page: Page) -> None:
    assert doubts(page) == []
    assert doubts(page, "1A", "5A", "10A") == []
    assert doubts(page, "1B", "5A", "10A") == ["inside"]
    assert doubts(page, "5A", "2A") == ["no_start", "no_finish"]
    assert doubts(page, "2A", "1A", "10A", "3A") == ["no_start", "no_finish", "within", "within"]
    assert doubts(page, "1A", "2A~", "10A") == ["turned"]
    assert doubts(page, "1A", "77A") == ["gone"]
    assert "overlap" in doubts(page, "1A", "5A", "6A", "7A", "8A", "10A")


def test_a_suggested_course_raises_no_doubt(page: Page) -> None:
    """Three suggestions of each length and difficulty: none lies on itself."""
    example = box.example()
    sets = [
        propose(example, length, difficulty, Random(seed).random)
        for length, difficulty, seed in product(LENGTHS, DIFFICULTIES, range(3))
    ]
    body = """
      const freest = given.sets.map((courses) => m.freest(courses, given.pieces));
      return freest.flatMap((laid) => m.doubts(laid, given.pieces).map(([word]) => word));
    """
    assert run(page, COURSE, body, {"sets": sets, "pieces": example["pieces"]}) == []


def test_set_up_posts_the_pieces_of_a_laid_course_until_its_limits_are_changed(page: Page) -> None:
    """Also those of the last race, if the same course is raced again."""
    body = """
      const draft = {...m.fresh(), ...m.fromOptions(given.options), ...given.changes};
      return m.toOptions(draft).laid ?? null;
    """
    laid = [{"piece": "1", "side": "A", "turned": False}]
    options = {"limits": [4], "flag": "left", "laid": laid}

    def posted(**changes: Any) -> Any:
        given = {"options": options, "changes": changes}
        return run(page, "games/snow_tails/setup", body, given)

    assert posted() == laid
    assert posted(limits=[5]) is None
    assert posted(flag="right") is None
    assert posted(follow=False) is None


def test_picture_is_cut_to_the_spaces_near_the_sled(page: Page) -> None:
    """A straight piece driven upward: its lanes lie side by side, a space is 1.4 lanes long."""
    body = """
      const places = m.fitted([given.piece], 0.1);
      const points = given.spaces.map((at) => m.poseAt(places, at)).map(({ x, y }) => [x, y]);
      return m.frameAround(points, 2.2);
    """
    piece = {"kind": "straight", "turn": "", "spaces": [4, 4, 4]}
    given = {"piece": piece, "spaces": [[0, 1, 1], [0, 3, 2]]}
    assert run(page, POSES, body, given) == [-3.2, -4.3, 6.4, 5.8]


def test_saplings_that_fell_are_gone_from_the_picture(page: Page) -> None:
    """Places in the state count pieces from 0 of the course."""
    body = "return m.standing(given.pieces, given.left).map(({ saplings }) => saplings);"
    pieces = [{"saplings": [[1, 2], [3, 2]]}, {"saplings": [[1, 2]]}]
    given = {"pieces": pieces, "left": [[0, 3, 2], [1, 1, 2], [2, 1, 2]]}
    assert run(page, "games/snow_tails/race-course", body, given) == [[[3, 2]], [[1, 2]]]


def test_a_sled_drives_round_a_bend_to_the_side_it_turns_to(page: Page) -> None:
    """Two spaces straight on, then a quarter to the right; half way between the first two."""
    body = """
      const straight = { kind: "straight", turn: "", spaces: [2, 2] };
      const bend = { kind: "bend", turn: "right", spaces: [3, 1] };
      const places = m.fitted([straight, bend], 0.1);
      const path = [[0, 1, 1], [0, 1, 2], [1, 1, 1]];
      const turns = [...path, [1, 1, 3]].map((at) => m.poseAt(places, at).turn / (Math.PI / 2));
      const half = m.poseAlong(places, path, 0.25);
      return [turns, half.x, half.y];
    """
    turns, x, y = run(page, POSES, body)
    assert turns == pytest.approx([-1, -1, -5 / 6, -1 / 6], abs=0.01)
    assert (x, y) == pytest.approx((-0.5, -1.4))


def test_course_lies_across_a_wide_screen_and_goes_on_behind_its_last_piece(page: Page) -> None:
    body = """
      const straight = { kind: "straight", turn: "", spaces: [4] };
      const frame = (ratio) => m.frameOf(m.fitted([straight, straight], ratio)).slice(2);
      const beyond = m.withRowsBeyond([straight], [[0, 1, 2], [1, 1, 3], [1, 1, 2]]);
      const still = m.pathData(m.fitted(beyond, 1), [[0, 1, 4]]);
      return [frame(2), frame(0.5), beyond.map(({ spaces }) => spaces[0]), still];
    """
    wide, tall, rows, still = run(page, POSES, body)
    assert wide == pytest.approx([14.4, 4.2])
    assert tall == pytest.approx([4.2, 14.4])
    assert (rows, still) == ([4, 3], "")
