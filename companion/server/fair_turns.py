"""Fair turns at the web server's threads: who asks much waits for those who ask little.

Nobody is refused for asking often, so there is no rate that a table full of phones could trip: as
long as a thread is free, whoever asks gets it. Belongs to one event loop.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self


class Asker(NamedTuple):
    """Where a request comes from. Phones behind one address differ by their cookies."""

    address: str
    cookie: bytes

    @classmethod
    def of(cls, scope: Mapping[str, Any]) -> Self:
        """Whose request this is (ASGI), as far as it can be told before anybody has looked at its
        token.
        """
        cookie = dict(scope["headers"]).get(b"cookie", b"")
        return cls(scope["client"][0] if scope["client"] else "", cookie)


class Turns:
    """So many turns at once; a quarter of them is left to other addresses, whatever one asks."""

    def __init__(self, threads: int):
        self._free = threads
        self._of_an_address = threads - threads // 4
        self._of_an_asker = threads // 2
        self._addresses: Counter[str] = Counter()
        self._askers: Counter[Asker] = Counter()
        self._waiting: dict[Asker, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Waits until it is this asker's turn."""
        if not self.take(asker):
            await self._in_line(asker)
        try:
            yield
        finally:
            self.give_back(asker)

    def take(self, asker: Asker) -> bool:
        """A turn for this asker, if there is one at once; `give_back` ends it."""
        if may := self._may(asker):
            self._take(asker)
        return may

    def _may(self, asker: Asker) -> bool:
        return (
            self._free > 0
            and self._addresses[asker.address] < self._of_an_address
            and self._askers[asker] < self._of_an_asker
        )

    def _take(self, asker: Asker) -> None:
        self._free -= 1
        self._addresses[asker.address] += 1
        self._askers[asker] += 1

    def give_back(self, asker: Asker) -> None:
        """This asker's turn is over: the next one's."""
        self._free += 1
        self._addresses -= Counter({asker.address: 1})
        self._askers -= Counter({asker: 1})
        self._next()

    async def _in_line(self, asker: Asker) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(asker)
            raise

    def _next(self) -> None:
        """The turn goes to the address that has fewest, there to who has waited since longest."""
        able = [asker for asker in self._waiting if self._may(asker)]
        if not able:
            return
        asker = min(able, key=lambda asker: self._addresses[asker.address])
        line = self._waiting.pop(asker)
        turn = line.popleft()
        if line:
            self._waiting[asker] = line
        if turn.done():
            self._next()
        else:
            self._take(asker)
            turn.set_result(None)
