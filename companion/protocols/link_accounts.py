"""What the service knows of its nodes beyond one link: sessions, accounts and clocks. Pure.

One `Links` serves all ports (link_host.py). It is not locked: one thread owns it and the ends.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.protocols.link import LAST_SEQ, TICKS, after, later
from companion.protocols.link_words import Hello

CLOCK_LINES = 600

MOST_WAITING = 64
"""Lines of one node that may wait to be settled: several windows (link.WINDOW)."""

MOST_ACCOUNTS = 64
"""Nodes whose accounts are at hand."""


class Clock:
    """Maps a node's ticks to the service's clock, by the smallest difference of the last lines.

    A line can only come late, never early: the smallest difference is the nearest to the truth.
    """

    def __init__(self) -> None:
        self._reference = 0
        self._later: deque[int] = deque(maxlen=CLOCK_LINES)

    def hear(self, now_ms: int, ticks: int) -> None:
        """A HELLO or BEAT with these ticks came at `now_ms`."""
        if not self._later:
            self._reference = (now_ms - ticks) % TICKS
        self._later.append(later((now_ms - ticks) % TICKS, self._reference))

    def age_s(self, now_ms: int, ticks: int) -> float:
        """How long ago these ticks were, never below 0."""
        nearest = self._reference + min(self._later, default=0)
        return max(0, later(now_ms - ticks, nearest)) / 1000


@dataclass(slots=True)
class Account:
    """What was taken from one node since its start: `accepted` in memory, `settled` for good.

    `waiting` are the lines between the two, in order: [seq, whether it is settled].
    """

    session: str
    accepted: int
    settled: int
    clock: Clock
    waiting: deque[list[int]] = field(default_factory=deque)

    def accept(self, seq: int, waits: bool) -> None:
        """The next line was taken; it `waits` to be settled if anything can come of it."""
        self.accepted = seq
        self.waiting.append([seq, not waits])
        self._advance()

    def takes(self, seq: int) -> bool:
        """Whether this is the next line, and not so much waits that it must be sent again."""
        return seq == after(self.accepted) and len(self.waiting) < MOST_WAITING

    def settle(self, seq: int) -> None:
        """What came of this line is on disk."""
        for line in self.waiting:
            if line[0] == seq:
                line[1] = True
        self._advance()

    def _advance(self) -> None:
        while self.waiting and self.waiting[0][1]:
            self.settled = self.waiting.popleft()[0]


class Holder(Protocol):
    """An end that has the link of a uid."""

    def give_way(self) -> None:
        """The uid has a new link elsewhere: end this one."""

    def acknowledge(self) -> None:
        """More was settled: say so."""


def distance(first: int, last: int) -> int:
    """How many lines after `first` the number `last` comes."""
    return 0 if first == last else (last - first - 1) % LAST_SEQ + 1


class Links:
    """What all ports share.

    `take_session`: the next session of the service, 1 to 65535, counted up and round, on disk so
    that none comes back after a kill. `accepted`: what the disk says of
    a uid, (session, last SEQ accepted) or None; asked until that node has joined once.
    """

    def __init__(
        self,
        take_session: Callable[[], int],
        accepted: Callable[[str], tuple[str, int] | None],
    ):
        self._take_session = take_session
        self._holders: dict[str, Holder] = {}
        self._accepted = accepted
        self._accounts: dict[str, Account] = {}

    def settle(self, uid: str, session: str, seq: int) -> None:
        """What came of this node's line is on disk, or nothing came of it: acknowledge it.

        Settled in any order, acknowledged in theirs. A line of an earlier session is nothing.
        """
        account = self._accounts.get(uid)
        if account and account.session == session:
            account.settle(seq)
            if uid in self._holders:
                self._holders[uid].acknowledge()

    def session_for(self, hello: Hello) -> str:
        """A new session of the service, not the node's."""
        session = f"{self._take_session():04X}"
        return session if session != hello.session else f"{self._take_session():04X}"

    def account(self, hello: Hello) -> Account:
        """Where to count on with this node (link.md, "Reliable lines"); known only by `adopt`."""
        known = self._accounts.get(hello.uid) or self._on_disk(hello.uid)
        if not known or known.session != hello.session:
            return Account(hello.session, hello.acked, hello.acked, Clock())
        if distance(hello.acked, known.accepted) <= distance(hello.acked, hello.sent):
            return known
        return Account(hello.session, hello.acked, hello.acked, known.clock)

    def _on_disk(self, uid: str) -> Account | None:
        found = self._accepted(uid)
        return Account(*found, found[1], Clock()) if found else None

    def adopt(self, uid: str, account: Account) -> None:
        """The node speaks in its link: this is what is known of it now.

        What is forgotten of one that was not heard for long is still on disk.
        """
        self._accounts.pop(uid, None)
        self._accounts[uid] = account
        if len(self._accounts) > MOST_ACCOUNTS:
            del self._accounts[next(iter(self._accounts))]

    def claim(self, uid: str, holder: Holder) -> None:
        """A uid has one link: this end's; another one's ends."""
        former = self._holders.get(uid)
        if former and former is not holder:
            former.give_way()
        self._holders[uid] = holder

    def release(self, uid: str, holder: Holder) -> None:
        """This end has no link of the uid any more."""
        if self._holders.get(uid) is holder:
            del self._holders[uid]
