"""The outbox: acts that the broker has not acknowledged. It keeps no copies.

The acts are in the store already, numbered in the order in which they came on disk. So the outbox
is one number there: all acts up to it were acknowledged some seconds ago. What is younger is sent
again after a lost connection or a restart, with the same numbers: a broker that dies may not have
written what it has just acknowledged. So nothing is lost by a power cut, a dead broker, a month
without network or a full disk.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.errors import StoreError
from companion.hall_link.payloads import Publications
from companion.hall_link.topics import Message
from companion.store.store import Store

MOST_ACTS = 20
"""Acts on their way to the broker at a time."""

SURE_S = 10.0
"""Seconds after which the broker has surely written what it has acknowledged. The number is not
written more often: each write costs the disk a sync.
"""


def _ignored(fault: StoreError | None) -> None:
    """Ignore a failed write: the acts since the last one would be sent again."""


@dataclass(slots=True)
class Outbox:
    """The acts of a store for one hall. Used by one thread. `name`: of the number's setting."""

    store: Store
    name: str
    acknowledged: int = 0
    _sent: int = 0
    _sure: int = 0
    _acknowledged_before: int = 0
    _looked_at: float = float("-inf")
    _open: "OrderedDict[int, set[int]]" = field(default_factory=OrderedDict)

    @classmethod
    def of(cls, store: Store, name: str) -> "Outbox":
        """The outbox as it was left; a new one begins with the acts from now on.

        Raises StoreError.
        """
        known = store.get(name)
        if known is None:
            known = store.last_act()
            store.set(name, known, _ignored)
        begun = int(known)
        return cls(store, name, begun, begun, begun, begun)

    @property
    def waiting(self) -> int:
        """How many acts are not acknowledged. Raises StoreError."""
        return self.store.acts_since(self.acknowledged)

    def send(self, make: Publications, publish: Callable[[Message], int]) -> None:
        """Publish the next acts. `publish` returns a message's number. Raises StoreError."""
        free = MOST_ACTS - len(self._open)
        if free <= 0:
            return
        for act, messages in self._next(make, free):
            self._open[act] = {publish(message) for message in messages}
            self._sent = act

    def _next(self, make: Publications, most: int) -> Iterator[tuple[int, list[Message]]]:
        for act, race_id, entry in self.store.acts_after(self._sent, most):
            race = self.store.race(race_id)
            yield act, list(make.entry(race, entry)) if race else []

    def acknowledge(self, number: int) -> None:
        """Note that the broker has a message."""
        for numbers in self._open.values():
            numbers.discard(number)
        self.settle()

    def settle(self) -> None:
        """Advance over the acts whose messages are all acknowledged."""
        while self._open and not next(iter(self._open.values())):
            self.acknowledged, _ = self._open.popitem(last=False)

    def begin_again(self) -> None:
        """Send again what the broker may not have: the connection is lost."""
        self._open.clear()
        self._sent = self.acknowledged = self._acknowledged_before = self._sure

    def save(self, now: float) -> None:
        """Write what had been acknowledged at the last look, if that was long enough ago."""
        if now < self._looked_at + SURE_S:
            return
        if self._acknowledged_before != self._sure:
            self._sure = self._acknowledged_before
            self.store.set(self.name, self._sure, _ignored)
        self._looked_at, self._acknowledged_before = now, self.acknowledged
