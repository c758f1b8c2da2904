"""The fair queue: busy clients wait for quiet ones, and a full table reaches no limit."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import pytest

from companion.server.connections import pick_to_evict
from companion.server.fair_queue import FairQueue, Requester
from tests.loops import apart

THREADS = 8
FLOOD = Requester("10.0.0.66", b"")
PHONE = Requester("10.0.0.5", b"companion=a")


class Pool:
    """Requests that end when the test says so. `begun`: in the order in which they got slots."""

    def __init__(self) -> None:
        self.queue = FairQueue(THREADS)
        self.begun: list[Requester] = []
        self._ends: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def ask(self, askers: Iterable[Requester]) -> None:
        for asker in askers:
            self._tasks.append(asyncio.create_task(self._request(asker)))
            await asyncio.sleep(0)

    async def _request(self, asker: Requester) -> None:
        async with self.queue.slot(asker):
            self.begun.append(asker)
            end = asyncio.Event()
            self._ends.append(end)
            await end.wait()

    async def end(self, count: int = 1) -> None:
        """End the oldest requests."""
        for _ in range(count):
            self._ends.pop(0).set()
            for _ in range(4):
                await asyncio.sleep(0)

    async def hang_up(self, index: int) -> None:
        self._tasks[index].cancel()
        for _ in range(4):
            await asyncio.sleep(0)

    async def finish(self) -> None:
        while self._ends:
            await self.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def played(script: Callable[[Pool], Awaitable[None]]) -> None:
    async def whole() -> None:
        pool = Pool()
        await script(pool)
        await pool.finish()
        assert pool.queue._free == THREADS
        assert not pool.queue._addresses
        assert not pool.queue._waiting

    apart(lambda: asyncio.run(whole()))


def test_a_flood_leaves_slots_for_another_address() -> None:
    async def script(pool: Pool) -> None:
        await pool.ask([FLOOD._replace(cookie=b"%d" % n) for n in range(200)])
        assert len(pool.begun) == 6
        await pool.ask([PHONE, PHONE])
        assert pool.begun[-2:] == [PHONE, PHONE]

    played(script)


def test_one_token_does_not_take_all_slots_of_its_address() -> None:
    async def script(pool: Pool) -> None:
        await pool.ask([FLOOD] * 100)
        assert len(pool.begun) == THREADS // 2
        sibling = FLOOD._replace(cookie=b"companion=b")
        await pool.ask([sibling])
        assert pool.begun[-1] == sibling

    played(script)


def test_the_next_slot_goes_to_the_address_with_fewest() -> None:
    async def script(pool: Pool) -> None:
        await pool.ask(Requester(f"10.0.1.{n % 2}", b"%d" % n) for n in range(100))
        await pool.ask([PHONE])
        assert PHONE not in pool.begun
        await pool.end()
        assert pool.begun[-1] == PHONE

    played(script)


def test_ten_phones_behind_one_address_take_turns_and_none_is_refused() -> None:
    async def script(pool: Pool) -> None:
        phones = [Requester("10.0.0.1", b"companion=%d" % n) for n in range(10)]
        await pool.ask(phone for _ in range(30) for phone in phones)
        for _ in range(300 - 6):
            await pool.end()
        assert len(pool.begun) == 300
        for first in range(0, 300, 50):
            part = pool.begun[first : first + 50]
            assert all(2 <= part.count(phone) <= 8 for phone in phones)

    played(script)


@pytest.mark.parametrize("index", [0, 7])
def test_a_client_that_hangs_up_frees_its_slot_or_place(index: int) -> None:
    async def script(pool: Pool) -> None:
        await pool.ask([FLOOD] * 10)
        await pool.hang_up(index)

    played(script)


def test_the_largest_address_is_evicted_at_the_limit() -> None:
    held = [(1, "a"), (2, "b"), (3, "b"), (4, "b")]
    assert pick_to_evict(held, "c") == 2
    assert pick_to_evict(held, "a") == 2
    assert pick_to_evict(held, "b") is None
    assert pick_to_evict([(1, "a"), (2, "b")], "c") is None
