"""The table's notices (refusals and remarks that phones show for a while) and open menus."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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
        """Add a notice, in place of an equal one."""
        new = Notice(self._last + 1, seat, key, params, remedy)
        self._last = new.n
        self._keep(old for old in self._kept if replace(old, n=new.n) != new)
        self._kept.append(new)

    def find(self, number: int, seat: int) -> Notice | None:
        """The seat's notice of this number."""
        return next((n for n in self._kept if n.n == number and n.seat == seat), None)

    def remove(self, notice: Notice) -> None:
        """Drop a notice that has been dealt with."""
        self._kept.remove(notice)

    def forget_seat(self, seat: int | None) -> None:
        """Drop a seat's notices, because an act was done there."""
        self._keep(self.but(seat))

    def forget_unknown(self, uid: str) -> bool:
        """Drop the notice that asks for this unknown tag's card. False if there is none."""
        before = len(self._kept)
        question = ("tags.unknown", uid)
        self._keep([n for n in self._kept if (n.key, n.params.get("uid")) != question])
        return len(self._kept) < before

    def clear(self) -> None:
        """Drop all notices."""
        self._kept.clear()

    def newest(self) -> tuple[Notice, ...]:
        """All notices, oldest first."""
        return tuple(self._kept)

    def but(self, seat: int | None) -> tuple[Notice, ...]:
        """The notices that remain when an act is done at this seat, oldest first."""
        return tuple(n for n in self._kept if n.seat != seat or seat is None)

    def _keep(self, kept: Iterable[Notice]) -> None:
        self._kept = deque(kept, maxlen=MOST_NOTICES)


@dataclass(slots=True)
class Menus:
    """The menus that are open at seats. Each closes after MENU_S."""

    _open: dict[int, tuple[str, float]] = field(default_factory=dict)

    def at(self, seat: int) -> str:
        """The name of the seat's menu, "" for none."""
        return self._open.get(seat, ("", 0.0))[0]

    def open(self, seat: int, menu: str, now: float) -> bool:
        """Open a menu, or close it (""). True if that changed the menu."""
        before = self._open.pop(seat, ("", 0.0))[0]
        if menu:
            self._open[seat] = (menu, now + MENU_S)
        return menu != before

    def tick(self, now: float) -> bool:
        """Close the menus that are due. True if there were any."""
        due = [seat for seat, (_, until) in self._open.items() if now >= until]
        for seat in due:
            del self._open[seat]
        return bool(due)

    def clear(self) -> None:
        """Close all menus."""
        self._open.clear()

    def named(self) -> dict[int, str]:
        """The open menus by seat."""
        return {seat: menu for seat, (menu, _) in self._open.items()}
