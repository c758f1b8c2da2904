"""Lights: states differ by form and motion, nothing flashes fast, current stays in budget."""

import math
from itertools import combinations, pairwise

import pytest

from companion.firmware.seat import Strip
from companion.games.game import DriveLight, Light
from companion.lights.render import CUES, FRAME_S, Cue, Power, limited, next_change, render
from companion.signals import Frame

RED = (229, 57, 53)

FORMS = {
    "dark": Light("dark"),
    "up": Light("up"),
    **{f"wait {n}": Light("wait", n, limit=4) for n in range(1, 5)},
    "moved": Light("moved"),
    **{f"speed {n}": Light("speed", n) for n in range(10)},
    **{f"drift {n} of {s}": Light("speed", s, drift=n) for s in (1, 4, 5) for n in (-1, 1)},
    **{f"drift {n} of 4": Light("speed", 4, drift=n) for n in (-3, -2, 2, 3)},
    **{f"bonus at {n}": Light("speed", n, bonus=True) for n in (1, 4, 5)},
    **{f"order {n}": Light("order", n) for n in range(1, 6)},
    **{f"finished {n}": Light("finished", n) for n in range(6)},
    **{f"drive {n} of 4": DriveLight("drive", 4, drifts=(n,)) for n in range(1, 5)},
    "drive with bonus": DriveLight("drive", 4, dents=1, bonus=True),
    "drive with dents": DriveLight("drive", 4, drifts=(2,), dents=2),
    "drive to a crash": DriveLight("drive", 2, drifts=(2,), stopped=True),
    "crash at once": DriveLight("drive", 0, dents=1, stopped=True),
    "out": Light("out"),
    "break": Light("break"),
}
CUE_STATES = {
    "menu": Cue("menu", 0.0),
    **{
        f"ask {' '.join(warns)}": Cue("ask", 0.0, warns=warns)
        for warns in (("free", "free"), ("free", "costs"), ("costs", "out"), ("out",))
    },
    "hold": Cue("hold", 0.0, fills_s=0.8),
    "refused": Cue("refused", 0.0),
    "pulse": Cue("pulse", 0.0),
    "crash": Cue("crash", 0.0),
    "eliminated": Cue("out", 0.0),
    **{f"card {n}": Cue("card", 0.0, n) for n in range(1, 6)},
    **{f"dents {n}": Cue("dents", 0.0, n) for n in range(1, 5)},
}


def film(light: Light, cue: Cue | None, length: int, seconds: float = 12.0) -> list[Frame]:
    """The frames of a strip over this many seconds."""
    times = [step * FRAME_S for step in range(round(seconds / FRAME_S))]
    cues = {1: cue} if cue else {}
    return [render({1: light}, {1: RED}, cues, now, {1: length}, {1: now - 1})[1] for now in times]


def films(length: int) -> dict[str, list[Frame]]:
    """The film of every light and cue on a strip of this length; cues end at their duration."""
    shown = {name: film(light, None, length) for name, light in FORMS.items()}
    shown["winner"] = film(Light("winner", 1), None, length)
    for name, cue in CUE_STATES.items():
        shown[name] = film(Light("dark"), cue, length, CUES[cue.name].lasts_s or 3.0)
    shown["no service yet"] = nodes_own(Strip(length, 0))
    lost = Strip(length, 0)
    lost.full(bytes(3 * length))
    lost.lost(0)
    shown["link lost"] = nodes_own(lost)
    return shown


def nodes_own(strip: Strip) -> list[Frame]:
    """The patterns that a node shows by itself."""
    return [tuple(strip.picture(round(step * FRAME_S * 1000))) for step in range(240)]


def form(frame: Frame, brightest: int) -> str:
    """Reduce a frame to three levels per pixel: dark, below half of the brightest, or above."""
    levels = [max(pixel) / brightest if brightest else 0 for pixel in frame]
    return "".join("." if level == 0 else "o" if level < 0.5 else "O" for level in levels)


def look(shown: list[Frame]) -> tuple[frozenset[str], frozenset[tuple[int, str, str]]]:
    """The forms in a film, without colours, and the changes of form per second."""
    brightest = max(max(map(max, frame)) for frame in shown)
    forms = [form(frame, brightest) for frame in shown]
    seconds = len(shown) * FRAME_S
    changes = [pair for pair in pairwise(forms) if pair[0] != pair[1]]
    rates = {(round(changes.count(pair) / seconds * 4), *pair) for pair in changes}
    return frozenset(forms), frozenset(rates)


@pytest.mark.parametrize("length", [5, 8, 12])
def test_no_two_states_look_alike_by_form_and_motion_alone(length: int) -> None:
    looks = {name: look(shown) for name, shown in films(length).items()}
    alike = [(one, two) for one, two in combinations(looks, 2) if looks[one] == looks[two]]
    assert alike == []


@pytest.mark.parametrize("length", [5, 8, 12])
def test_no_pixel_flashes_more_than_three_times_in_any_second(length: int) -> None:
    for name, shown in films(length).items():
        for at in range(length):
            levels = [max(frame[at]) for frame in shown]
            rises = [step for step, (a, b) in enumerate(pairwise(levels)) if b > a + 12]
            starts = [s for s in rises if s - 1 not in rises]
            for start in starts:
                within = [s for s in starts if start <= s < start + 1 / FRAME_S]
                assert len(within) <= 3, (name, at)


DRAWN = {
    "wait 3": (Light("wait", 3, limit=4), ".....ooo", "..ooo", "........oooo"),
    "wait at most": (Light("wait", 7, limit=4), "....oooo", ".oooo", "......oooooo"),
    "speed 3": (Light("speed", 3), "ooo.....", "ooo..", "oooo........"),
    "speed 0": (Light("speed", 0), "o......o", "o...o", "o..........o"),
    "below 0": (Light("speed", -2), "o......o", "o...o", "o..........o"),
    "out": (Light("out"), "o.o.o.o.", "o.o.o", "o..o..oo.oo."),
    "dark": (Light("dark"), "........", ".....", "............"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_steady_states_are_drawn_as_documented(name: str) -> None:
    light, *expected = DRAWN[name]
    for length, drawn in zip((8, 5, 12), expected, strict=True):
        assert {form(frame, 1_000) for frame in film(light, None, length)} == {drawn}


def test_a_chosen_end_shows_its_drifts_its_crash_and_its_dents() -> None:
    """Three steps, the first and the last drifting, then a crash that costs two dents."""
    frames = film(DriveLight("drive", 3, drifts=(1, 3), dents=2, stopped=True), None, 8, 2.0)
    early, straight, late, crash, *free = frames[0][:6]
    assert early == late
    assert max(early) < max(straight) / 2
    assert free == [(0, 0, 0)] * 2
    assert max(crash) > 0
    assert {any(frame[3]) for frame in frames} == {True, False}
    assert all(red > 2 * max(rest) for frame in frames for red, *rest in frame[6:])


def lit(frame: Frame) -> str:
    return "".join("o" if any(pixel) else "." for pixel in frame)


def test_moving_states_are_drawn_as_documented() -> None:
    def forms(light: Light, cue: Cue | None = None, length: int = 8) -> set[str]:
        return {lit(frame) for frame in film(light, cue, length, 2.0)}

    assert forms(Light("up")) == {"oooooooo"}
    assert forms(Light("moved")) == {"...oo..."}
    assert forms(Light("moved"), length=5) == {"..o.."}
    assert forms(Light("order", 2)) == {"oo......", "........"}
    assert forms(Light("finished", 2)) == {"......oo"}
    assert forms(Light("finished", 0)) == {"...oo..."}
    assert forms(Light("dark"), Cue("menu", 0.0)) == {"o...o..o", "........"}
    assert forms(Light("dark"), Cue("menu", 0.0), 5) == {"o.o.o", "....."}
    assert forms(Light("up"), Cue("ask", 0.0, warns=("free", "costs"))) == {"ooo..ooo"}
    assert forms(Light("up"), Cue("ask", 0.0, warns=("out",))) == {"oooooooo", "........"}
    assert forms(Light("up"), Cue("dents", 0.0, 2)) == {"......oo"}


def test_speed_beyond_the_strips_cells_blinks() -> None:
    frames = film(Light("speed", 9), None, 8, 2.0)
    moving = {at for one, two in pairwise(frames) for at in range(8) if one[at] != two[at]}
    assert moving == {0}
    frames = film(Light("speed", 7), None, 5, 2.0)
    moving = {at for one, two in pairwise(frames) for at in range(5) if one[at] != two[at]}
    assert moving == {0, 1}


@pytest.mark.parametrize("drift", [-3, -2, -1, 1, 2, 3])
def test_the_gap_runs_towards_the_drift_once_per_step(drift: int) -> None:
    frames = film(Light("speed", 5, drift=drift), None, 8, 20.0)
    gaps = [lit(frame)[:5].find(".") for frame in frames]
    moves = [(one, two) for one, two in pairwise(gaps) if one >= 0 and two >= 0 and one != two]
    assert {two - one for one, two in moves} == {1 if drift > 0 else -1}
    begins = [step for step, (one, two) in enumerate(pairwise(gaps)) if one < 0 <= two]
    rounds = 1 + sum(later - sooner > 1.2 / FRAME_S for sooner, later in pairwise(begins))
    assert len(begins) / rounds == pytest.approx(abs(drift), abs=0.5)


def test_bonus_sparks_start_in_the_middle_and_reach_both_ends_together() -> None:
    frames = film(Light("speed", 2, bonus=True), None, 8, 6.0)
    white = [[at for at in range(8) if min(frame[at]) == 255] for frame in frames]
    seen = [places for places, before in zip(white[1:], white, strict=False) if places != before]
    start = seen.index([3, 4])
    assert seen[start : start + 4] == [[3, 4], [2, 5], [1, 6], [0, 7]]


def test_a_held_button_fills_the_strip_from_the_left_until_it_acts() -> None:
    frames = film(Light("speed", 2), Cue("hold", 0.0, fills_s=0.8), 8, 1.0)
    counts = [lit(frame).count("o") for frame in frames]
    assert counts == sorted(counts)
    assert all(
        lit(frame).rstrip(".") == "o" * count for frame, count in zip(frames, counts, strict=True)
    )
    assert counts[0] <= 1
    assert counts[15] == 8 > counts[11]
    assert frames[16] == frames[-1] == frames[16][:1] * 8


def test_a_refusal_is_two_red_pulses_from_both_ends_inwards() -> None:
    frames = film(Light("up"), Cue("refused", 0.0), 8, 2.4)
    assert all(frame == frame[::-1] for frame in frames)
    ends = [frame[0][0] for frame in frames]
    middle = [frame[3][0] for frame in frames]
    assert sum(b > a for a, b in pairwise(ends)) in (1, 2)
    assert ends.index(max(ends)) < middle.index(max(middle))
    assert all(red >= green for frame in frames for red, green, _ in frame)


def test_a_crash_is_one_burst_from_the_middle_to_both_ends() -> None:
    frames = film(Light("speed", 3), Cue("crash", 0.0), 8, 1.5)
    assert all(frame == frame[::-1] for frame in frames)
    ends, middle = ([max(frame[at]) for frame in frames] for at in (0, 3))
    assert middle.index(max(middle)) < ends.index(max(ends))
    assert all(sum(b > a for a, b in pairwise(levels)) <= 2 for levels in (ends, middle))
    assert lit(frames[0]) == "...oo..."


def test_an_eliminated_seats_strip_goes_out_from_the_right() -> None:
    frames = film(Light("out"), Cue("out", 0.0), 8, 3.05)
    assert lit(frames[1]) == "oooooooo"
    assert lit(frames[31]) == "ooooo.o."
    assert frames[-1] == film(Light("out"), None, 8, 0.1)[0]
    assert all(red >= green for frame in frames for red, green, _ in frame)


def test_the_light_returns_after_a_cue() -> None:
    light, cue = Light("wait", 2, limit=4), Cue("dents", 5.0, 3)
    lasting = CUES["dents"].lasts_s
    assert lasting == 2.0
    args = ({1: light}, {1: RED}, {1: cue})
    plain = render({1: light}, {1: RED}, {}, 5.0, {1: 8})[1]
    assert render(*args, 6.9, {1: 8})[1] != plain
    assert render(*args, 7.0, {1: 8})[1] == plain
    assert render({1: light}, {1: RED}, {1: Cue("no such cue", 5.0)}, 5.0, {1: 8})[1] == plain


def test_the_winner_shimmers_for_ten_seconds_then_shows_first_place() -> None:
    def winner(now: float) -> Frame:
        return render({1: Light("winner", 1)}, {1: RED}, {}, now, {1: 8}, {1: 100.0})[1]

    first = render({1: Light("finished", 1)}, {1: RED}, {}, 110.0, {1: 8})[1]
    assert lit(winner(109.9)) == "oooooooo"
    assert winner(110.0) == first
    assert lit(first) == ".......o"


def test_the_strip_is_redrawn_only_while_something_moves() -> None:
    assert next_change(Light("wait", 3), None, 1.0) is None
    assert next_change(Light("speed", 3), None, 1.0) is None
    assert next_change(Light("speed", 3, drift=1), None, 1.0) == pytest.approx(1.05)
    assert next_change(Light("up"), None, 1.02) == pytest.approx(1.05)
    assert next_change(Light("wait", 3), Cue("dents", 0.0, 1), 1.0) == pytest.approx(1.05)
    assert next_change(Light("wait", 3), Cue("dents", 0.0, 1), 2.0) is None


@pytest.mark.parametrize("length", [5, 8, 60, 120])
def test_no_strip_draws_more_than_its_budget_and_no_lit_pixel_goes_out(length: int) -> None:
    white = ((255, 255, 255),) * (length - 1) + ((3, 0, 0),)
    for budget_ma in (round(length * 1.3), 160, 1_000):
        frame = limited(white, Power(1.0, budget_ma))
        assert all(any(pixel) for pixel in frame)
        used = sum(map(sum, frame)) * 20 / 255 + length
        assert used <= max(budget_ma, length * (1 + 3 * 20 / 255))


@pytest.mark.parametrize("colour", [(229, 57, 53), (20, 20, 20), (0, 0, 0), (0, 0, 255)])
def test_the_lowest_brightness_still_shows_whose_turn_it_is(colour: tuple[int, int, int]) -> None:
    for step in range(80):
        now = step * FRAME_S
        frame = limited(render({1: Light("up")}, {1: colour}, {}, now, {1: 8})[1], Power(0.01, 160))
        assert all(any(pixel) for pixel in frame)


@pytest.mark.parametrize("length", range(5, 121))
def test_every_length_from_5_to_120_is_filled_evenly(length: int) -> None:
    frame = film(Light("speed", 4), None, length, FRAME_S)[0]
    cells = min(8, length)
    assert len(frame) == length
    assert abs(lit(frame).count("o") - 4 * length / cells) <= 1
    assert lit(frame) == "o" * lit(frame).count("o") + "." * lit(frame).count(".")


def test_seats_without_a_strip_or_a_light_are_rendered() -> None:
    assert render({}, {}, {}, 0.0, {1: 0, 2: 5}) == {1: (), 2: ((0, 0, 0),) * 5}
    assert not math.isnan(sum(map(sum, render({1: Light("winner")}, {}, {}, 3.3, {1: 5})[1])))
