"""Bounds of times and counts in presence, link and chip: the last valid value and the next."""

from itertools import pairwise

import pytest
from link_board import joined as joined_node
from link_service import joined as joined_service
from link_vectors import UID
from pn532_pair import Pair

from companion.protocols.link import LOG_ROOM, TICKS, escape
from companion.protocols.link_host import STRAYS
from companion.protocols.link_words import Hello, read
from companion.protocols.pn532_chip import MUTE_RETRY_MS, SEARCH_MS, Chip
from companion.protocols.presence import MUTE_MS, PRESS_MS, RELEASE_MS, TWO_MS, Button, Reader

HELLO = Hello(UID, "BEEF", "1.0", 5, 2, 8, 3, "power", 1234, 0, 0)
A, B = "04AAAAAAAAAAAA", "04BBBBBBBBBBBB"
Fact = tuple[str, tuple[str, ...], int]


def heard(line: str) -> object:
    verb, *args = line.split(" ")
    return read(verb, args, HELLO, 7, lambda ticks: ticks / 1000)


@pytest.mark.parametrize(
    "line", ["BUTTON 0 D {} 00000", "GONE 0 {}", "BEAT {} 00000 0 0 0", "TAG 0 04A30B5A 0004 08 {}"]
)
def test_ticks_are_valid_up_to_the_wrap(line: str) -> None:
    assert heard(line.format(TICKS - 1)) is not None
    assert heard(line.format(TICKS)) is None
    assert heard(line.format(TICKS + 1)) is None


def test_last_reader_index_is_valid() -> None:
    assert heard("READER 1 mute 3") is not None
    assert heard("GONE 1 3") is not None


def test_log_word_fills_its_line_exactly() -> None:
    assert escape("x" * LOG_ROOM) == "x" * LOG_ROOM
    assert escape("x" * (LOG_ROOM + 1)) == "x" * LOG_ROOM
    assert escape("x" * (LOG_ROOM - 3) + "%") == "x" * (LOG_ROOM - 3) + "%25"
    assert escape("x" * (LOG_ROOM - 2) + "%") == "x" * (LOG_ROOM - 2)


def test_seat_is_assigned_only_when_it_changes() -> None:
    service = joined_service()
    service.end.assign(4)
    service.end.assign(4)
    assert [line.args[0] for line in service.say(1.0) if line.verb == "WELCOME"] == ["4"]
    service.end.assign(5)
    assert [line.args[0] for line in service.say(1.0) if line.verb == "WELCOME"] == ["5"]


def test_only_the_last_few_waiting_pings_are_kept() -> None:
    service = joined_service()
    tokens = [f"t{at}" for at in range(STRAYS + 2)]
    for token in tokens:
        service.end.ping(token)
    asked = [line.args[0] for line in service.say(1.0) if line.verb == "PING"]
    assert asked == tokens[-STRAYS:]


@pytest.mark.parametrize("line", ["REBOOT please", "REBOOT please now", "BYE", "PING abc", "ACK"])
def test_valid_line_is_not_counted_as_bad(line: str) -> None:
    node = joined_node()
    node.hear(line) if line in ("PING abc", "ACK") else node.hear_next(line, 2)
    assert (node.end.bad, node.end.unknown) == (0, 0)


@pytest.mark.parametrize("down", [False, True])
def test_sample_at_the_initial_level_is_not_an_edge(down: bool) -> None:
    button = Button(down)
    assert button.edge(down, 7) == -1
    assert not button.moving


def test_spike_ends_after_the_press_time() -> None:
    button = Button(False)
    button.edge(True, 0)
    button.edge(False, 1)
    assert button.settle(PRESS_MS) == -1
    assert button.moving
    assert button.settle(1 + PRESS_MS) == -1
    assert not button.moving


def test_gap_in_a_press_ends_after_the_press_time() -> None:
    button = Button(True)
    button.edge(False, 0)
    button.edge(True, 1)
    assert button.settle(1 + PRESS_MS) == -1
    assert not button.moving
    assert PRESS_MS < RELEASE_MS


def facts_of(*polls: tuple[int, str]) -> list[Fact]:
    """The facts from these polls: ticks, and the uid or another result."""
    reader, found = Reader(), []
    for now, what in polls:
        result = ("tag", what, "0044", "00") if what.startswith("04") else (what,)
        found += reader.poll(result, now)
    return found


def laid(uid: str, at: int) -> Fact:
    return ("laid", (uid, "0044", "00"), at)


def state(name: str, at: int) -> Fact:
    return ("state", (name,), at)


def test_two_cards_are_reported_at_once_and_the_remaining_one_after_half_a_second() -> None:
    alone = 200
    said = facts_of((0, A), (50, B), (100, A), (alone, B), (alone + TWO_MS - 1, B))
    assert said == [laid(A, 0), state("two", 100)]
    said = facts_of((0, A), (50, B), (100, A), (alone, B), (alone + TWO_MS, B))
    assert said[2:] == [state("ok", alone + TWO_MS), laid(B, alone + TWO_MS)]


def test_remaining_first_card_delays_the_next_one() -> None:
    polls = [(0, A), (50, B), (100, A), (100 + TWO_MS, A), (700, B)]
    assert facts_of(*polls) == [laid(A, 0), state("two", 100), state("ok", 100 + TWO_MS)]
    assert facts_of(*polls, (1100, B))[3:] == [laid(B, 700)]


@pytest.mark.parametrize(
    ("faults", "mute_at"),
    [
        ((0, MUTE_MS), None),
        ((0, MUTE_MS + 1000), None),
        ((0, 1, MUTE_MS - 1), None),
        ((0, 1, MUTE_MS), MUTE_MS),
        ((0, MUTE_MS + 1, MUTE_MS + 2), MUTE_MS + 2),
    ],
)
def test_reader_is_mute_after_three_faults_and_two_and_a_half_seconds(
    faults: tuple[int, ...], mute_at: int | None
) -> None:
    said = facts_of(*((now, "fault") for now in faults))
    assert said == ([] if mute_at is None else [state("mute", mute_at)])


@pytest.mark.parametrize(
    ("answer", "facts"),
    [
        ("none", []),
        (A, [laid(A, 3000)]),
        ("two", [state("two", 3000)]),
        ("unsupported", [state("unsupported", 3000)]),
    ],
)
def test_mute_reader_recovers_with_any_answer(answer: str, facts: list[Fact]) -> None:
    faults = [(now, "fault") for now in (0, 1000, 2000, MUTE_MS)]
    assert facts_of(*faults, (3000, answer)) == [state("mute", MUTE_MS), state("ok", 3000), *facts]


def test_another_card_counts_at_once_after_exactly_half_a_second() -> None:
    assert facts_of((0, A), (TWO_MS - 1, B)) == [laid(A, 0)]
    assert facts_of((0, A), (TWO_MS, B)) == [laid(A, 0), laid(B, TWO_MS)]


def test_unsupported_state_ends_with_the_next_card() -> None:
    assert facts_of((0, "unsupported"), (50, A)) == [
        state("unsupported", 0),
        state("ok", 50),
        laid(A, 50),
    ]


@pytest.mark.parametrize(("back_ms", "lifted_ms"), [(2499, 2500), (2500, 700)])
def test_card_back_within_two_and_a_half_seconds_is_lifted_later(
    back_ms: int, lifted_ms: int
) -> None:
    polls = [(now, "none") for now in range(100, 1000, 100)]
    back = 700 + back_ms
    gone = [(back + ms, "none") for ms in (100, 200, 300, 699, 700, 2499, 2500)]
    lifts = [("lifted", (), 700), laid(A, back), ("lifted", (), back + lifted_ms)]
    assert facts_of((0, A), *polls, (back, A), *gone) == [laid(A, 0), *lifts]


def test_state_two_ends_when_the_reader_is_empty() -> None:
    assert facts_of((0, "two"), *((now, "none") for now in range(100, 900, 100))) == [
        state("two", 0),
        state("ok", 700),
    ]


def test_faults_count_from_the_first_since_an_answer() -> None:
    faults = [(now, "fault") for now in (10_000, 11_000, 12_000, 12_499, 12_500)]
    assert facts_of((0, "fault"), (9000, A), *faults) == [laid(A, 9000), state("mute", 12_500)]


def test_search_rests_for_its_duration() -> None:
    pair = Pair().run(0.2)
    while not pair.chip.idle:
        pair.run(0.001)
    began = pair.ticks + 5
    pair.chip.poll(began)
    assert [pair.chip.rest(began + ms) for ms in (0, SEARCH_MS - 1, SEARCH_MS, SEARCH_MS + 1)] == [
        SEARCH_MS,
        1,
        0,
        0,
    ]


def mute_for(seconds: int) -> list[tuple[int, str]]:
    """The recovery steps of a chip that never answers, with their times."""
    chip, tried, reset = Chip(0), [], False
    for now in range(seconds * 1000):
        chip.tick(now)
        chip.data_to_send()
        if chip.reset and not reset:
            tried.append((now, "reset"))
        reset = chip.reset
        assert not chip.ready
        while result := chip.next_result():
            if result == ("reopen",):
                tried.append((now, "reopen"))
    return tried


def test_mute_chip_is_reset_and_reopened_in_turn_at_intervals() -> None:
    tried = mute_for(20)
    assert tried[0][0] >= MUTE_MS
    assert [what for _, what in tried[:6]] == ["reset", "reopen"] * 3
    apart = {(what, then - at) for (at, what), (then, _) in pairwise(tried)}
    assert sorted(what for what, _ in apart) == ["reopen", "reset"], "the same each time"
    behind = dict(apart)
    assert behind["reset"] < MUTE_RETRY_MS < behind["reopen"]


def test_chip_is_not_ready_during_a_reset() -> None:
    pair = Pair().run(0.2)
    assert pair.chip.ready
    pair.sim.faults.dead = True
    while not pair.chip.reset:
        pair.run(0.001)
    assert not pair.chip.ready
    assert not pair.chip.idle
