"""What passes at the table: refusals and remarks that phones show for a while, and open menus.

The table owns them; the snapshot shows them.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.game import Act
from companion.table.snapshot import MOST_NOTICES, Notice

MENU_S = 5.0
"""A seat's menu closes by itself after this (rules.md 8.1, step 4)."""


class Notices:
    """The newest refusals and remarks, each with a number of its own."""

    def __init__(self) -> None:
        self._kept: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self._last = 0

    def add(
        self, key: str, params: Mapping[str, Any], seat: int | None, remedy: tuple[Act, ...] = ()
    ) -> None:
        """One more."""
        self._last += 1
        self._kept.append(Notice(self._last, seat, key, params, remedy))

    def find(self, number: int, seat: int) -> Notice | None:
        """The seat's notice of this number."""
        return next((n for n in self._kept if n.n == number and n.seat == seat), None)

    def remove(self, notice: Notice) -> None:
        """This one has been dealt with."""
        self._kept.remove(notice)

    def forget_seat(self, seat: int | None) -> None:
        """What was refused at a seat is past when something is done there."""
        self._keep(self.but(seat))

    def forget_unknown(self, uid: str) -> bool:
        """Drop the question what this unknown tag is. False if there was none."""
        before = len(self._kept)
        question = ("tags.unknown", uid)
        self._keep([n for n in self._kept if (n.key, n.params.get("uid")) != question])
        return len(self._kept) < before

    def clear(self) -> None:
        """All of it is past."""
        self._kept.clear()

    def newest(self) -> tuple[Notice, ...]:
        """All that are kept, oldest first."""
        return tuple(self._kept)

    def but(self, seat: int | None) -> tuple[Notice, ...]:
        """Those that stay when something is done at this seat, oldest first."""
        return tuple(n for n in self._kept if n.seat != seat or seat is None)

    def _keep(self, kept: Iterable[Notice]) -> None:
        self._kept = deque(kept, maxlen=MOST_NOTICES)


@dataclass(slots=True)
class Menus:
    """The menus that are open at seats. They close by themselves."""

    _open: dict[int, tuple[str, float]] = field(default_factory=dict)

    def at(self, seat: int) -> str:
        """The name of the seat's menu, "" for none."""
        return self._open.get(seat, ("", 0.0))[0]

    def open(self, seat: int, menu: str, now: float) -> bool:
        """Open a menu, or close it (""). Whether another one is open now."""
        before = self._open.pop(seat, ("", 0.0))[0]
        if menu:
            self._open[seat] = (menu, now + MENU_S)
        return menu != before

    def tick(self, now: float) -> bool:
        """Time passed. Whether a menu has closed."""
        due = [seat for seat, (_, until) in self._open.items() if now >= until]
        for seat in due:
            del self._open[seat]
        return bool(due)

    def clear(self) -> None:
        """All are closed."""
        self._open.clear()

    def named(self) -> dict[int, str]:
        """The open ones by seat."""
        return {seat: menu for seat, (menu, _) in self._open.items()}
