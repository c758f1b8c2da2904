"""Debouncing and card detection: the field reports on buttons (48 to 55) and readers (1 to 41)."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.protocols.presence import TICKS, Button, Reader, passed

A, B, X = "04AAAAAAAAAAAA", "04BBBBBBBBBBBB", "04CCCCCCCCCCCC"
Edge = tuple[str, int]


def feel(edges: Iterable[tuple[int, bool]], until: int, *, start: int = 0) -> list[Edge]:
    """The edges of a button sampled every millisecond, whose level changes at these times."""
    button, level, found = Button(False), False, []
    changes = dict(edges)
    for at in range(until):
        level = changes.get(at, level)
        sure = button.edge(level, (start + at) % TICKS)
        if sure >= 0:
            found.append(("D" if button.down else "U", (sure - start) % TICKS))
    return found


def test_field_report_48_bouncing_press_and_release_are_one_each() -> None:
    edges = [(0, True), (2, False), (4, True), (120, False), (123, True), (126, False)]
    assert feel(edges, 200) == [("D", 0), ("U", 120)]


def test_field_report_50_release_is_detected_from_the_level_alone() -> None:
    button = Button(False)
    button.edge(True, 0)
    assert button.edge(True, 900) == 0
    button.edge(False, 1000)
    assert button.settle(1024) == -1
    assert button.settle(1025) == 1000
    assert not button.down


def test_field_report_51_one_millisecond_spikes_are_not_presses() -> None:
    edges = [edge for at in range(0, 60_000, 100) for edge in ((at, True), (at + 1, False))]
    assert feel(edges, 60_000) == []


def test_spikes_while_a_button_is_down_are_not_releases() -> None:
    spikes = [edge for at in range(100, 2000, 100) for edge in ((at, False), (at + 1, True))]
    assert feel([(10, True), *spikes, (2050, False)], 2200) == [("D", 10), ("U", 2050)]


def test_field_report_53_three_taps_in_a_stalled_loop_are_three() -> None:
    button, found = Button(False), []
    for at, level in ((0, True), (80, False), (300, True), (380, False), (600, True), (680, False)):
        found.append(button.edge(level, at))
    found.append(button.settle(2000))
    assert [at for at in found if at >= 0] == [0, 80, 300, 380, 600, 680]


def test_field_report_55_tap_shorter_than_the_release_time_has_both_edges() -> None:
    assert feel([(0, True), (15, False)], 100) == [("D", 0), ("U", 15)]


@pytest.mark.parametrize("length", [4, 5])
def test_press_is_certain_after_five_milliseconds(length: int) -> None:
    assert bool(feel([(10, True), (10 + length, False)], 100)) == (length == 5)


def test_button_down_at_the_start_is_not_a_press_but_its_release_is_reported() -> None:
    button = Button(True)
    assert button.edge(True, 0) == button.edge(True, 100) == -1
    button.edge(False, 200)
    assert button.settle(300) == 200


def test_ticks_stay_integers_because_the_boards_floats_are_coarse() -> None:
    assert (passed(5, TICKS - 5), passed(TICKS - 5, 5)) == (10, -10)
    assert type(passed(5, 3)) is int


def test_ticks_can_wrap_while_a_button_is_down() -> None:
    assert feel([(5, True), (50, False)], 100, start=TICKS - 20) == [("D", 5), ("U", 50)]


def test_level_is_certain_only_until_its_next_possible_edge() -> None:
    button = Button(True)
    assert (button.down, button.moving) == (True, False)
    button.edge(False, 150)
    assert (button.down, button.moving, button.first) == (True, True, 150)
    button.settle(175)
    assert (button.down, button.moving) == (False, False)


@given(st.lists(st.tuples(st.integers(1, 60), st.booleans()), max_size=40))
def test_presses_and_releases_alternate_with_increasing_times(
    steps: list[tuple[int, bool]],
) -> None:
    edges, at = [], 0
    for wait, level in steps:
        at += wait
        edges.append((at, level))
    found = feel(edges, at + 100)
    assert [kind for kind, _ in found] == ["D", "U"] * (len(found) // 2) + ["D"] * (len(found) % 2)
    assert [when for _, when in found] == sorted(when for _, when in found)


class Poll:
    """A reader polled every 50 ms; `lay` sets the results of the polls."""

    def __init__(self) -> None:
        self.reader = Reader()
        self.now = 0
        self.found: list[str] = []
        self.times: list[int] = []

    def lay(self, uid: str, ms: int, *, every: int = 50) -> "Poll":
        """A card's uid, or the name of another result, for some milliseconds."""
        result = ("tag", uid, "0044", "00") if uid.startswith("04") else (uid,)
        for _ in range(ms // every):
            for kind, words, at in self.reader.poll(result, self.now % TICKS):
                self.found.append(" ".join([kind, *words[:1]]))
                self.times.append(at)
            self.now += every
        return self


def laid(poll: Poll) -> list[str]:
    return [found.split()[1] for found in poll.found if found.startswith("laid")]


def test_card_is_certain_once_when_it_was_read_twice_in_a_row() -> None:
    reader, certain = Reader(), []
    for now, uid in enumerate((A, B, A, "", A, A, "", B)):
        reader.poll(("tag", uid, "0044", "00") if uid else ("none",), 200 * now)
        certain.append(reader.certain())
    assert certain == ["", "", "", "", A, "", "", ""]


def test_card_read_once_is_not_certain_when_it_comes_back_after_a_lift() -> None:
    reader, certain = Reader(), []
    for now in range(0, 2000, 100):
        reader.poll(("tag", A, "0044", "00") if now in (0, 1500) else ("none",), now)
        certain.append(reader.certain())
    assert set(certain) == {""}


def test_two_cards_at_once_make_none_certain() -> None:
    reader = Reader()
    for now in range(0, 2000, 100):
        reader.poll(("tag", A, "0044", "00") if now % 200 else ("two",), now)
        assert reader.certain() == ""


def test_card_is_laid_at_once_and_lifted_after_700_ms_and_four_polls() -> None:
    poll = Poll().lay("none", 100).lay(A, 100).lay("none", 1000)
    assert (poll.found, poll.times) == ([f"laid {A}", "lifted"], [100, 850])


@pytest.mark.parametrize(
    "pattern", [(1, 1), (15, 1), (1, 6)], ids=["report 6: hit, miss", "report 38", "300 ms gaps"]
)
def test_card_missed_now_and_then_counts_once(pattern: tuple[int, int]) -> None:
    poll = Poll()
    for _ in range(100):
        poll.lay(A, 50 * pattern[0]).lay("none", 50 * pattern[1])
    assert poll.found == [f"laid {A}"]


def test_field_report_31_card_left_on_the_reader_counts_once() -> None:
    assert Poll().lay(A, 60_000, every=100).found == [f"laid {A}"]


def test_field_report_33_a_lift_is_timed_from_the_last_sighting() -> None:
    poll = Poll()
    for _ in range(48):
        poll.lay(A, 50).lay("none", 600)
    assert laid(poll) == [A]
    poll.lay("none", 800).lay(A, 50)
    assert laid(poll) == [A, A]


def test_field_report_36_badly_placed_card_flaps_only_once() -> None:
    poll = Poll().lay(A, 100)
    for _ in range(12):
        poll.lay("none", 1600).lay(A, 3400)
    assert poll.found == [f"laid {A}", "lifted", f"laid {A}"]
    assert poll.lay("none", 2600).found[-1] == "lifted"
    poll.lay(B, 100).lay("none", 800)
    assert poll.found[-2:] == [f"laid {B}", "lifted"], "another card lies as well as any"


def test_field_report_36_time_until_a_lift_is_configurable() -> None:
    reader, found = Reader(gone_ms=2000), []
    for now in range(0, 20_000, 50):
        seen = now % 5000 < 3400
        found += reader.poll(("tag", A, "0044", "00") if seen else ("none",), now)
    assert [kind for kind, _, _ in found] == ["laid"]


def test_stalled_loop_lifts_no_card() -> None:
    poll = Poll().lay(A, 100)
    poll.now += 60_000
    poll.lay("none", 150)
    assert poll.found == [f"laid {A}"]
    assert poll.lay("none", 50).found[-1] == "lifted"


def test_another_card_counts_at_once_if_the_first_was_unseen_for_500_ms() -> None:
    poll = Poll().lay(A, 100).lay("none", 500).lay(B, 100)
    assert (laid(poll), poll.times) == ([A, B], [0, 600])


def test_quick_second_card_waits_but_counts_from_its_arrival() -> None:
    poll = Poll().lay(A, 100).lay("none", 200).lay(B, 50).lay("none", 300)
    assert (laid(poll), poll.times) == ([A, B], [0, 300])
    poll.lay("none", 1000)
    assert poll.found[-1] == "lifted"


def test_alternating_cards_are_two_and_the_second_does_not_count() -> None:
    poll = Poll()
    for _ in range(20):
        poll.lay(A, 50).lay(B, 50)
    assert poll.found == [f"laid {A}", "state two"]


def test_three_cards_at_once_are_reported_as_two() -> None:
    assert Poll().lay(A, 50).lay(B, 50).lay(X, 50).found == [f"laid {A}", "state two"]


def test_second_of_two_cards_counts_once_it_is_alone() -> None:
    poll = Poll().lay(A, 50).lay(B, 50).lay(A, 50).lay(B, 600)
    assert poll.found == [f"laid {A}", "state two", "state ok", f"laid {B}"]


def test_first_of_two_cards_does_not_count_again() -> None:
    poll = Poll().lay(A, 50).lay(B, 50).lay(A, 600).lay("none", 1000)
    assert poll.found == [f"laid {A}", "state two", "state ok", "lifted"]


def test_field_report_21_phone_with_random_uids_is_one_card() -> None:
    reader, found = Reader(), []
    for poll in range(10):
        found += reader.poll(("tag", f"08{poll:06X}", "0004", "20"), 50 * poll)
    assert found == [("laid", ("08000000", "0004", "20"), 0)]
    for poll in range(10, 30):
        found += reader.poll(("none",), 50 * poll)
    found += reader.poll(("tag", "08FFFFFF", "0004", "20"), 1500)
    assert [kind for kind, _, _ in found] == ["laid", "lifted", "laid"]
    assert found[-1][1] == ("08FFFFFF", "0004", "20")


@pytest.mark.parametrize(
    ("one", "other"), [("0A0B0C0D", "0A0B0C0E"), ("08A1B2C3D4E5F6", "08A1B2C3D4E5F7")]
)
def test_only_a_four_byte_uid_starting_with_08_is_random(one: str, other: str) -> None:
    reader, found = Reader(), []
    for now, uid in ((0, one), (1000, other)):
        found += reader.poll(("tag", uid, "0004", "08"), now)
    assert found == [("laid", (one, "0004", "08"), 0), ("laid", (other, "0004", "08"), 1000)]


def test_state_two_from_the_chip_lasts_until_the_reader_is_empty() -> None:
    poll = Poll().lay("two", 300).lay("none", 1000)
    assert poll.found == ["state two", "state ok"]


def test_unsupported_card_is_reported_once() -> None:
    poll = Poll().lay("unsupported", 2000).lay("none", 1000).lay("unsupported", 100).lay(A, 100)
    assert poll.found == [*["state unsupported", "state ok"] * 2, f"laid {A}"]


def test_field_report_15_mute_reader_is_reported_within_five_seconds_and_recovers() -> None:
    poll = Poll().lay(A, 100).lay("fault", 5000).lay(A, 100)
    assert poll.found == [f"laid {A}", "state mute", "state ok"]
    assert poll.times[1] <= 5000
    assert poll.reader.failures == 100


def test_single_faults_are_ignored() -> None:
    poll = Poll()
    for _ in range(100):
        poll.lay(A, 100).lay("fault", 50)
    assert poll.found == [f"laid {A}"]


def test_field_report_13_card_counts_again_after_a_lift() -> None:
    assert laid(Poll().lay(A, 100).lay("none", 900).lay(A, 100)) == [A, A]


def test_field_report_30_mostly_missed_card_does_not_flap() -> None:
    poll = Poll()
    for _ in range(60):
        poll.lay("none", 100).lay(A, 50)
    assert poll.found == [f"laid {A}"]


@given(st.lists(st.tuples(st.sampled_from([A, B, X, "none", "two", "fault"]), st.integers(1, 20))))
def test_card_never_counts_twice_without_another_card_or_a_lift_between(
    steps: list[tuple[str, int]],
) -> None:
    poll = Poll()
    for uid, polls in steps:
        poll.lay(uid, 50 * polls)
    facts = [found for found in poll.found if not found.startswith("state")]
    assert all(one != other for one, other in pairwise(facts))
    assert facts[:1] != ["lifted"]
