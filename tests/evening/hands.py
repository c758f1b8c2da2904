"""Do acts by movements of hands at the simulated seats, as people do.

The meaning of a button is read from the view, as people read it from the pages: the key that does
the act is pressed or held, or the menu that offers it is opened. Acts without a button (the course,
a correction, a sled's rows past the finish) are posted by a phone.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from tests.evening.service import Phone, Stream, count, meta

Act = Mapping[str, Any]

BY_PHONE = frozenset({"correct", "course", "retire", "end", "redo"})
"""Acts without a button."""


class Room(Protocol):
    """A room for hands: the service's own simulated room, or an outside one."""

    def hand(self, hand: str, **movement: Any) -> None:
        """Make a movement at a seat."""


class Hands:
    """All hands at the table. When `do` returns, the act is on disk."""

    def __init__(self, phone: Phone, stream: Stream, room: Room | None = None):
        self.phone = phone
        self.stream = stream
        self.room = room or phone
        self.doubled = 0
        self._lying: set[int] = set()

    def do(self, act: Act) -> None:
        """Do an act as people do it, and wait until it is on disk."""
        before = count(self.stream.live)
        self.lift_all(but=act.get("seat"))
        if not self._has_button(act):
            self.post(act)
        elif act["act"] == "undo":
            self._chord(self._plugged(), before)
        elif "colour" in act.get("card", ()):
            self.tap(act["seat"], act["card"])
        else:
            self._at_the_buttons(act.get("seat") or self._plugged(), as_pressed(act), before)
        self.stream.until(lambda live: count(live) > before)
        assert count(self.stream.live) == before + 1

    def post(self, act: Act) -> None:
        """Post the act by phone; every third post is repeated as after a lost answer."""
        key = self.phone.key()
        answer = self.phone.act(act, key=key)
        assert answer.status == 200, answer
        self.doubled += 1
        if self.doubled % 3 == 0:
            assert self.phone.act(act, key=key).body["events"] == answer.body["events"]

    def tap(self, seat: int, card: Mapping[str, Any]) -> None:
        """Lay a card on the seat's reader; it stays until the next seat's turn."""
        self.room.hand("tap", seat=seat, card=dict(card))
        self._lying.add(seat)

    def lift_all(self, but: int | None = None) -> None:
        """Lift all cards, except at one seat."""
        for seat in self._lying - {but}:
            self.room.hand("lift", seat=seat)
            self._lying.remove(seat)

    def press(self, seat: int, button: str) -> None:
        """Press a button briefly, as the room's page does."""
        self.room.hand("down", seat=seat, button=button)
        self._let_go(seat, button)

    def pull(self, seat: int) -> None:
        """Pull the seat's cable, and wait until the table shows it."""
        self.room.hand("unplug", seat=seat)
        self.stream.until(lambda live: meta(live, seat)["device"] == "lost")

    def plug(self, seat: int) -> None:
        """Plug it in, and wait until the seat is back."""
        self.room.hand("plug", seat=seat)
        self.stream.until(lambda live: meta(live, seat)["device"] == "connected")

    def _has_button(self, act: Act) -> bool:
        """Whether the seat's buttons can do this act, and its cable is plugged in."""
        if act["act"] in BY_PHONE or "rows" in act or "seats" in act:
            return False
        seat = act.get("seat")
        if seat is not None and meta(self.stream.live, seat)["device"] != "connected":
            return False
        # A late mark while the seat is up again: holding EVENT has another meaning then.
        return "late" not in act or seat not in self.stream.live["up"] or self._is_order()

    def _is_order(self) -> bool:
        return bool(self.stream.live["state"]["phase"] == "order")

    def _plugged(self) -> int:
        """A seat of the race whose cable is plugged in."""
        seats = self.stream.live["seats"]
        return int(next(s["seat"] for s in seats if s["keys"] and s["device"] == "connected"))

    def _at_the_buttons(self, seat: int, act: Act, before: int) -> None:
        """Do the act at the seat's buttons, through a menu if needed."""
        if self._gesture(seat, act, before):
            return
        self._open(seat, "ok" if act["act"] == "done" else "event")
        if act["act"] == "tap":
            self._choose(seat, act["card"]["value"])
        assert self._gesture(seat, act, before), (act, meta(self.stream.live, seat)["keys"])

    def short(self, act: Act) -> Callable[[], None] | None:
        """A function that does the act by one tap or short press; None if it takes more."""
        if not self._has_button(act):
            return None
        if "colour" in act.get("card", ()):
            return partial(self.tap, act["seat"], act["card"])
        seat = act.get("seat") or self._plugged()
        button = self._button(seat, as_pressed(act))
        return partial(self.press, seat, button) if button else None

    def _button(self, seat: int, act: Act) -> str:
        """The button whose short press does this act now, "" for none."""
        keys = meta(self.stream.live, seat)["keys"]
        pressed = (b for b in keys if keys[b]["press"] and keys[b]["press"]["act"] == act)
        return next(pressed, "")

    def _gesture(self, seat: int, act: Act, before: int) -> bool:
        """Press or hold the button that does this act now; returns whether there is one."""
        if button := self._button(seat, act):
            self.press(seat, button)
            return True
        for button, keys in meta(self.stream.live, seat)["keys"].items():
            if keys["hold"] and keys["hold"]["act"] == act:
                self.room.hand("down", seat=seat, button=button)
                self.stream.until(lambda live: count(live) > before)
                self._let_go(seat, button)
                return True
        return False

    def _open(self, seat: int, button: str) -> None:
        """Press or hold this button until its menu is open."""
        keys = meta(self.stream.live, seat)["keys"][button]
        held = keys["hold"] or keys["press"]
        self.room.hand("down", seat=seat, button=button)
        if not keys["hold"]:
            self._let_go(seat, button)
        self.stream.until(lambda live: meta(live, seat)["menu"] == held["menu"])
        if keys["hold"]:
            self._let_go(seat, button)

    def _choose(self, seat: int, value: int) -> None:
        """Step through the values to this one."""
        menu = meta(self.stream.live, seat)["menu"]
        while menu != f"value:{value}":
            self.press(seat, "right")
            self.stream.until(lambda live: meta(live, seat)["menu"] != menu)  # noqa: B023
            menu = meta(self.stream.live, seat)["menu"]

    def _chord(self, seat: int, before: int) -> None:
        """Hold brake and OK together until an act is undone."""
        for button in ("brake", "ok"):
            self.room.hand("down", seat=seat, button=button)
        self.stream.until(lambda live: count(live) > before)
        self._let_go(seat, "brake", "ok")

    def _let_go(self, seat: int, *buttons: str) -> None:
        for button in buttons:
            self.room.hand("up", seat=seat, button=button)


def as_pressed(act: Act) -> Act:
    """The act as done by a button: without the turn's length, with an explicit bonus."""
    if act["act"] != "done":
        return act
    return {"act": "done", "seat": act["seat"], "bonus": act.get("bonus", False)}
