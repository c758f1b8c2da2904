"""The service's record of its nodes across links: sessions, sequence numbers, clocks. Pure.

One `Links` serves all ports (link_host.py). It has no lock: one thread owns it and the ends.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.protocols.link import LAST_SEQ, TICKS, after, later
from companion.protocols.link_words import Hello

CLOCK_LINES = 600

MOST_WAITING = 64
"""Unsettled lines accepted from one node: several windows (link.WINDOW)."""

MOST_ACCOUNTS = 64
"""Nodes whose accounts are kept in memory."""


class Clock:
    """Convert a node's ticks to the service's clock, by the smallest difference of the last lines.

    A line can be delayed but never early, so the smallest difference is the most accurate.
    """

    def __init__(self) -> None:
        self._reference = 0
        self._later: deque[int] = deque(maxlen=CLOCK_LINES)

    def hear(self, now_ms: int, ticks: int) -> None:
        """Record a HELLO or BEAT with these ticks, received at `now_ms`."""
        if not self._later:
            self._reference = (now_ms - ticks) % TICKS
        self._later.append(later((now_ms - ticks) % TICKS, self._reference))

    def age_s(self, now_ms: int, ticks: int) -> float:
        """The age of these ticks in seconds, at least 0."""
        nearest = self._reference + min(self._later, default=0)
        return max(0, later(now_ms - ticks, nearest)) / 1000


@dataclass(slots=True)
class Account:
    """The lines of one node in its session: the last one `accepted`, and the last one `settled`.

    `waiting` are the lines between the two, in order: [seq, settled].
    """

    session: str
    accepted: int
    settled: int
    clock: Clock
    waiting: deque[list[int]] = field(default_factory=deque)

    def accept(self, seq: int, waits: bool) -> None:
        """Accept the next line. It `waits` to be settled if it can have an effect."""
        self.accepted = seq
        self.waiting.append([seq, not waits])
        self._advance()

    def takes(self, seq: int) -> bool:
        """Whether this is the next line and there is room for it; otherwise it is sent again."""
        return seq == after(self.accepted) and len(self.waiting) < MOST_WAITING

    def settle(self, seq: int) -> None:
        """Mark a line as settled: its effects are on disk."""
        for line in self.waiting:
            if line[0] == seq:
                line[1] = True
        self._advance()

    def _advance(self) -> None:
        while self.waiting and self.waiting[0][1]:
            self.settled = self.waiting.popleft()[0]


class Holder(Protocol):
    """An end that has the link of a uid. `named`: table.toml assigns its port to a seat."""

    named: bool

    def is_alive(self, now_ms: int) -> bool:
        """Whether its port is there and the node was heard within 3 s."""

    def end_moved(self) -> None:
        """End this link, because the uid has a new one elsewhere."""

    def acknowledge(self) -> None:
        """Acknowledge newly settled lines."""


def distance(first: int, last: int) -> int:
    """The number of lines from `first` to `last`."""
    return 0 if first == last else (last - first - 1) % LAST_SEQ + 1


class Links:
    """The state shared by all ports.

    `take_session`: the next session of the service, 1 to 65535, wrapping around, stored on disk so
    that none is reused after a kill. `accepted`: the stored (session, last accepted SEQ) of a uid,
    or None; called until that node has joined once.
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
        """Acknowledge a line whose effects are on disk, or that has none.

        Lines can be settled in any order; they are acknowledged in sequence. A line of an earlier
        session is ignored.
        """
        account = self._accounts.get(uid)
        if account and account.session == session:
            account.settle(seq)
            if uid in self._holders:
                self._holders[uid].acknowledge()

    def session_for(self, hello: Hello) -> str:
        """A new session of the service, different from the node's."""
        session = f"{self._take_session():04X}"
        return session if session != hello.session else f"{self._take_session():04X}"

    def account(self, hello: Hello) -> Account:
        """The account with which to continue (link.md, "Reliable lines"); stored by `adopt`."""
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
        """Store the account of a node that has used its link.

        The accounts of the nodes silent for longest are dropped; they are still on disk.
        """
        self._accounts.pop(uid, None)
        self._accounts[uid] = account
        if len(self._accounts) > MOST_ACCOUNTS:
            del self._accounts[next(iter(self._accounts))]

    def is_held(self, uid: str, asker: Holder, now_ms: int) -> bool:
        """Whether an active board with this uid on another port keeps `asker` from a link.

        A port that table.toml assigns to a seat takes precedence over one that it does not.
        """
        holder = self._holders.get(uid)
        if holder is None or holder is asker or not holder.is_alive(now_ms):
            return False
        return holder.named or not asker.named

    def claim(self, uid: str, holder: Holder) -> None:
        """Give the link of a uid to this end and end the previous one."""
        former = self._holders.get(uid)
        if former and former is not holder:
            former.end_moved()
        self._holders[uid] = holder

    def release(self, uid: str, holder: Holder) -> None:
        """End this end's claim to the uid."""
        if self._holders.get(uid) is holder:
            del self._holders[uid]
