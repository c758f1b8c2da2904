"""Fair queue for the web server's threads: busy clients wait for quiet ones.

Not a rate limit, which a table full of phones could reach: while a thread is free, any request gets
it. Belongs to one event loop.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self


class Requester(NamedTuple):
    """The origin of a request. Phones behind one address differ by their cookies."""

    address: str
    cookie: bytes

    @classmethod
    def of(cls, scope: Mapping[str, Any]) -> Self:
        """The requester of an ASGI scope, before the token in its cookie is verified."""
        cookie = dict(scope["headers"]).get(b"cookie", b"")
        return cls(scope["client"][0] if scope["client"] else "", cookie)


class FairQueue:
    """A number of slots, at most half for one requester and three quarters for one address."""

    def __init__(self, slots: int):
        self._free = slots
        self._most_of_address = slots - slots // 4
        self._most_of_requester = slots // 2
        self._addresses: Counter[str] = Counter()
        self._requesters: Counter[Requester] = Counter()
        self._waiting: dict[Requester, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def slot(self, requester: Requester) -> AsyncIterator[None]:
        """Wait for a slot, hold it for the block."""
        if not self.try_acquire(requester):
            await self._wait(requester)
        try:
            yield
        finally:
            self.release(requester)

    def try_acquire(self, requester: Requester) -> bool:
        """Take a slot if one is free for this requester now; `release` gives it back."""
        if may := self._may(requester):
            self._acquire(requester)
        return may

    def _may(self, requester: Requester) -> bool:
        return (
            self._free > 0
            and self._addresses[requester.address] < self._most_of_address
            and self._requesters[requester] < self._most_of_requester
        )

    def _acquire(self, requester: Requester) -> None:
        self._free -= 1
        self._addresses[requester.address] += 1
        self._requesters[requester] += 1

    def release(self, requester: Requester) -> None:
        """Give a slot back; the next in the queue gets it."""
        self._free += 1
        self._addresses -= Counter({requester.address: 1})
        self._requesters -= Counter({requester: 1})
        self._grant_next()

    async def _wait(self, requester: Requester) -> None:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(requester, deque()).append(granted)
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self.release(requester)
            raise

    def _grant_next(self) -> None:
        """Grant the slot to the address with the fewest, there to the longest waiting request."""
        able = [requester for requester in self._waiting if self._may(requester)]
        if not able:
            return
        requester = min(able, key=lambda requester: self._addresses[requester.address])
        line = self._waiting.pop(requester)
        granted = line.popleft()
        if line:
            self._waiting[requester] = line
        if granted.done():
            self._grant_next()
        else:
            self._acquire(requester)
            granted.set_result(None)
