"""The parts of a running hall that its pages use."""

import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion import messages
from companion.hall import cards, tournament_cards
from companion.hall.keeper import Keeper
from companion.hall.live import Live
from companion.hall.preparing import Preparing
from companion.hall.receiver import Receiver
from companion.hall.store.store import HallStore
from companion.hall.tournament.rules import games
from companion.hall.tournaments import Tournaments
from companion.server.https import HttpsAccess
from companion.server.sse import StreamEvent
from companion.table.pin_lockout import PinLockout

_JSON = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class HallWeb:
    """The parts of a running hall that its pages use. `name`: of the hall, in its topics.

    `address`: at which phones reach it; `names`: host names of this machine beside its addresses;
    `simulated`: whether all tables are.
    """

    name: str
    live: Live
    receiver: Receiver
    keeper: Keeper
    store: HallStore
    tournaments: Tournaments
    preparing: Preparing
    secret: bytes
    pin: str
    boot: str
    address: str
    names: frozenset[str] = frozenset()
    simulated: bool = False
    lockout: PinLockout = field(default_factory=PinLockout)
    https: HttpsAccess | None = None
    ended: Callable[[], tuple[str, ...]] = tuple

    @property
    def badge(self) -> str:
        """What a director's cookie holds: it ends with the PIN for which it was given."""
        return hashlib.sha256(self.secret + self.pin.encode()).hexdigest()[:16]

    def event(self, channel: str) -> StreamEvent | None:
        """The newest event of a stream's channel, `hall:LANGUAGE:WHAT`: `all`, `director`,
        `table.NAME`, `tournaments`, `tournament.ID`, or `conduct.ID` for its director.
        """
        _, lang, what = channel.split(":", 2)
        kind, _, name = what.partition(".")
        text = _JSON.encode(self.shown(kind, name, lang))
        return StreamEvent(f"{self.boot}.{zlib.crc32(text.encode())}", "hall", text)

    def shown(self, kind: str, name: str, lang: str) -> dict[str, Any]:
        """What a page shows: all tables, one of them, tournaments, or the director's view."""
        broker = self.receiver.broker
        if kind == "all":
            return cards.everything(self.name, self.live, broker, lang)
        header = cards.header(self.name, broker, lang)
        if kind == "table":
            table = self.live.tables.get(name)
            return {**header, "tables": [cards.card(table)] if table else []}
        if kind in ("tournaments", "tournament", "conduct"):
            return {**header, **self._tournaments(kind, name, lang)}
        fault = self.keeper.fault
        return {
            **cards.everything(self.name, self.live, broker, lang),
            "refused": cards.refused(self.live.refusals, lang),
            "fault": messages.say(fault, lang) if fault else "",
        }

    def _tournaments(self, kind: str, id: str, lang: str) -> dict[str, Any]:
        running = self.tournaments.running
        if kind == "tournaments":
            return {"tournaments": tournament_cards.listed(running.values()), "games": games()}
        one = running[int(id)]
        if kind == "tournament":
            return tournament_cards.shown(one, self.live)
        return tournament_cards.conducted(one, self.live, lang)

    def health(self) -> dict[str, Any]:
        """Whether all parts work."""
        broker, fault = self.receiver.broker, self.keeper.fault
        ended = list(self.ended())
        return {
            "ok": not ended and fault is None,
            "ended": ended,
            "broker": {"connected": broker.connected, "since": round(broker.since)},
            "store": {"ok": fault is None},
            "tables": len(self.live.tables),
            "refused": sum(one.count for one in self.live.refusals.values()),
        }
