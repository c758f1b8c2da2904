"""The service's record of its nodes across links."""

from dataclasses import replace

import pytest
from link_vectors import UID

from companion.protocols.link import TICKS
from companion.protocols.link_accounts import Account, Clock, Links, distance
from companion.protocols.link_words import Hello


def hello(acked: int = 0, sent: int = 0, session: str = "BEEF") -> Hello:
    return Hello(UID, session, "1.0", 5, 1, 8, 3, "power", 1234, acked, sent)


def links(known: tuple[str, int] | None = None) -> Links:
    return Links(iter([0xBEEF, 0xC0DE, 0xC0DF]).__next__, lambda uid: known)


def test_two_sessions_of_a_link_differ_and_none_is_skipped_needlessly() -> None:
    assert links().session_for(hello()) == "C0DE"
    assert links().session_for(hello(session="F00D")) == "BEEF"


@pytest.mark.parametrize(
    ("first", "last", "far"),
    [(0, 0, 0), (0, 3, 3), (3, 4, 1), (9998, 2, 3), (5, 4, 9998), (9999, 1, 1)],
)
def test_distances_wrap(first: int, last: int, far: int) -> None:
    assert distance(first, last) == far


@pytest.mark.parametrize(
    ("known", "acked", "sent", "accepted"),
    [
        (None, 0, 0, 0),
        (None, 3, 5, 3),
        (("F00D", 4), 3, 5, 3),
        (("BEEF", 3), 3, 5, 3),
        (("BEEF", 4), 3, 5, 4),
        (("BEEF", 5), 3, 5, 5),
        (("BEEF", 2), 3, 5, 3),
        (("BEEF", 6), 3, 5, 3),
        (("BEEF", 9999), 9998, 2, 9999),
        (("BEEF", 1), 9998, 2, 1),
        (("BEEF", 3), 9998, 2, 9998),
        (("BEEF", 9999), 0, 0, 0),
    ],
)
def test_service_continues_from_its_account_if_the_hello_allows_it(
    known: tuple[str, int] | None, acked: int, sent: int, accepted: int
) -> None:
    account = links(known).account(hello(acked, sent))
    assert (account.session, account.accepted, account.settled) == ("BEEF", accepted, accepted)


def test_account_is_replaced_only_after_the_node_has_joined() -> None:
    known = links(("BEEF", 7))
    late = known.account(hello(2, 3))
    assert known.account(hello(6, 8)).accepted == 7
    known.adopt(UID, late)
    assert known.account(hello(2, 3)) is late


def test_node_keeps_its_clock_for_its_session() -> None:
    known = links(("BEEF", 7))
    account = known.account(hello(7, 7))
    known.adopt(UID, account)
    clock = account.clock
    assert known.account(hello(2, 3)).clock is clock
    assert known.account(hello(2, 3, "F00D")).clock is not clock


def test_lines_are_settled_in_any_order_and_acknowledged_in_sequence() -> None:
    account = Account("BEEF", 0, 0, Clock())
    for seq in (1, 2, 3):
        account.accept(seq, waits=True)
    account.accept(4, waits=False)
    assert (account.accepted, account.settled) == (4, 0)
    account.settle(2)
    account.settle(9)
    assert account.settled == 0
    account.settle(1)
    assert account.settled == 2
    account.settle(3)
    assert account.settled == 4


def test_node_with_64_unsettled_lines_is_not_served_until_one_is_settled() -> None:
    account = Account("BEEF", 0, 0, Clock())
    for seq in range(1, 65):
        assert account.takes(seq)
        account.accept(seq, waits=True)
    assert not account.takes(65)
    account.settle(1)
    assert account.takes(65)


def test_beyond_64_nodes_the_one_silent_for_longest_is_dropped_from_memory() -> None:
    asked: list[str] = []
    known = Links(lambda: 0xC0DE, asked.append)
    nodes = [replace(hello(3, 3), uid=f"{number:016X}") for number in range(65)]

    def forgotten() -> list[str]:
        asked.clear()
        for node in nodes:
            known.account(node)
        return list(asked)

    for node in nodes[:64]:
        known.adopt(node.uid, known.account(node))
    assert forgotten() == [nodes[64].uid]
    known.adopt(nodes[0].uid, known.account(nodes[0]))  # it is still known
    known.adopt(nodes[64].uid, known.account(nodes[64]))
    assert forgotten() == [nodes[1].uid]


def test_stored_account_is_looked_up_by_uid_and_gets_a_clock() -> None:
    known = Links(lambda: 0xC0DE, {UID: ("BEEF", 4)}.get)
    account = known.account(hello(3, 5))
    account.clock.hear(0, 0)
    assert (account.accepted, account.clock.age_s(1000, 0)) == (4, 1.0)
    assert known.account(replace(hello(3, 5), uid="0" * 16)).accepted == 3


class End:
    """An end that records the calls it gets."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def end_moved(self) -> None:
        self.calls.append("end")

    def acknowledge(self) -> None:
        self.calls.append("acknowledge")


def test_settling_is_passed_to_the_end_that_has_the_node() -> None:
    known = links(("BEEF", 0))
    known.adopt(UID, known.account(hello(0, 0)))
    known.account(hello(0, 0)).accept(1, waits=True)
    known.settle(UID, "BEEF", 1)
    assert known.account(hello(0, 1)).settled == 1
    end = End()
    known.claim(UID, end)
    known.settle(UID, "BEEF", 1)
    known.settle(UID, "F00D", 1)
    known.settle("0" * 16, "BEEF", 1)
    assert end.calls == ["acknowledge"]


def test_new_link_of_a_uid_ends_the_old_one() -> None:
    known, first, second = links(), End(), End()
    known.claim(UID, first)
    known.claim(UID, first)
    known.claim(UID, second)
    known.release(UID, first)
    known.claim(UID, first)
    assert (first.calls, second.calls) == (["end"], ["end"])
    known.release(UID, first)
    known.claim(UID, second)
    assert first.calls == ["end"]


def test_ages_are_computed_from_the_fastest_line() -> None:
    clock = Clock()
    assert clock.age_s(0, 0) == 0
    clock.hear(10_300, 5000)
    clock.hear(11_010, 6000)
    clock.hear(12_700, 7000)
    assert clock.age_s(13_010, 7000) == 1.0
    assert clock.age_s(12_000, 7000) == 0


@pytest.mark.parametrize("start", [0, 1 << 27, 1 << 28, TICKS - 1])
def test_ages_are_computed_from_the_fastest_line_for_any_first_ticks(start: int) -> None:
    clock = Clock()
    clock.hear(500, start)
    clock.hear(1490, (start + 1000) % TICKS)
    assert clock.age_s(2490, (start + 1500) % TICKS) == 0.5


def test_smallest_difference_is_that_of_the_last_600_lines() -> None:
    clock = Clock()
    clock.hear(0, 0)
    for beat in range(1, 601):
        clock.hear(beat * 1000 + 50, beat * 1000)
    assert clock.age_s(700_050, 700_000) == 0
    assert clock.age_s(700_100, 700_000) == 0.05


def test_ticks_and_clock_can_wrap() -> None:
    clock = Clock()
    clock.hear(TICKS - 10, 100)
    clock.hear(990, 1101)
    assert clock.age_s(1990, 1601) == 0.5
