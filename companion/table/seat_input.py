"""Handle the room's signals: cards, buttons, and devices that come and go.

Called by the loop. It turns signals into acts and presses, which the table does or refuses.
"""

from collections.abc import Callable

from companion.errors import Refused
from companion.games import GAMES, pieces
from companion.games.game import Say, Tap
from companion.signals import Again, Beat, Button, Chord, Device, Gone, Origin, Press, Tag
from companion.table.gestures import Gesture, GestureRecognizer, LatePress
from companion.table.posts import FINE, Answer
from companion.table.request import Request
from companion.table.table import Table
from companion.table.tag_learning import TagLearning

STALE_S = 2.0
"""Age in seconds from which a tap is only shown, not applied (link.md)."""

STUCK = ".stuck"
"""Part of every note about a stuck button, which is reported once at its seat."""

Signal = Tag | Again | Gone | Button | Beat | Press | Chord | Device


class SeatInput:
    """Handles every signal of the room.

    `tags` looks cards up; `settle` acknowledges a node's line; `assign` gives a node a seat.
    """

    def __init__(
        self,
        table: Table,
        tags: TagLearning,
        settle: Callable[[Origin], None],
        assign: Callable[[str, int], None],
    ):
        self._table = table
        self._tags = tags
        self._settle = settle
        self._assign = assign
        self._gestures = GestureRecognizer(table.has_hold)

    def take(self, signal: Signal, now: float) -> None:
        """Handle one signal."""
        match signal:
            case Button() | Beat():
                self._buttons(signal, now)
            case Tag():
                self._tag(signal, now)
            case Again():
                self._again(signal, now)
            case Press() | Chord():
                self._gesture(signal, now)
            case Device():
                self._device(signal, now)
            case Gone():
                self._settle(signal.origin)

    def filling(self, seat: int, now: float) -> float:
        """The elapsed part of a hold at this seat, 0 to 1."""
        return self._gestures.filling(seat, now)

    def _buttons(self, signal: Button | Beat, now: float) -> None:
        if signal.seat == 0:
            if isinstance(signal, Button):
                self._find_seat(signal)
            return
        gestures = self._gestures.take(signal, now)
        for gesture in gestures:
            self._gesture(gesture, now)
        if isinstance(signal, Button) and not gestures:
            self._settle(signal.origin)

    def _gesture(self, gesture: Gesture, now: float) -> None:
        request = _request(gesture)
        match gesture:
            case Press():
                self._table.press(gesture, request, now)
            case Chord() if self._table.on_break:
                self._table.take_break(False, request, now)
            case Chord():
                self._table.act({"act": "undo"}, request, now)
            case LatePress(seat, button, origin):
                button_name = Say(f"button.{button}")
                self._table.note("table.late_press", {"seat": seat, "button": button_name}, seat)
                self._table.publish()
                self._settle(origin)

    def _find_seat(self, signal: Button) -> None:
        """Assign the first free seat to a node without one when its ok button is pressed."""
        snapshot = self._table.snapshot
        taken = {device.seat for device in snapshot.devices if device.kind == "node"}
        free = [seat for seat in snapshot.seats if seat not in taken]
        if signal.button == "ok" and signal.down and free:
            self._assign(signal.origin.device, free[0])
        self._settle(signal.origin)

    def _tag(self, tag: Tag, now: float) -> None:
        request = _request(tag)
        with self._table.reading(request):
            try:
                self._card(tag, request, now)
            except Refused as refused:
                self._table.refuse(refused, tag.seat or None, request, now)

    def _card(self, tag: Tag, request: Request, now: float) -> None:
        """Learn a card, seat its owner, propose its game or play it. Raises Refused, StoreError."""
        if tag.age_s > STALE_S:
            raise Refused("table.late_tap", seat=tag.seat)
        if self._tags.learns(tag.seat):
            self._learn(tag, request, now)
        elif self._table.on_break:
            self._table.take_break(False, request, now)
        elif self._table.snapshot.sit_down:
            self._sit_down(tag, request, now)
        elif game := self._proposed(tag):
            self._table.propose(game, tag.seat, request, now)
        else:
            piece = self._tags.piece(tag)
            self._table.tap(Tap(tag.seat, piece, tag.slot), request, now)

    def _learn(self, tag: Tag, request: Request, now: float) -> None:
        """Learn a tag, now or when it is read again: a damaged read must not become a card."""
        if tag.once:
            self._table.answer(request, Answer(FINE))
        else:
            self._tags.tap(tag, request, now)

    def _again(self, again: Again, now: float) -> None:
        self._tags.confirm(again.uid)
        if again.age_s <= STALE_S and self._tags.learns(again.seat):
            self._tags.tap(again, _request(again), now)
        else:
            self._settle(again.origin)

    def _proposed(self, tag: Tag) -> str:
        """The game that this card proposes; "" for none, and while a race is under way."""
        race, found = self._table.snapshot.race, self._tags.known(tag.uid)
        if found is None or found.game not in GAMES or found.game == self._table.game:
            return ""
        runs = race is not None and race.view.begun and not race.view.over
        return "" if runs else found.game

    def _sit_down(self, tag: Tag, request: Request, now: float) -> None:
        """Seat the card's owner and propose its game. Raises Refused.

        A card from a shared deck only proposes its game.
        """
        table, found = self._table, self._tags.known(tag.uid)
        if found is None or found.game not in GAMES or not pieces.decks(found.game):
            table.sit_down(tag.seat, found, now)
        if found and found.game in GAMES:
            table.propose(found.game, tag.seat, request, now)
        else:
            table.publish()
            table.answer(request, Answer(FINE))

    def _device(self, device: Device, now: float) -> None:
        before = next((d for d in self._table.snapshot.devices if d.id == device.id), None)
        if before and (before.seat != device.seat or device.state == "gone"):
            self._gestures.forget(device.id)
        elif device.state == "lost":
            self._gestures.interrupt(device.id)
        if STUCK in device.note and (before is None or before.note != device.note):
            self._table.note("device.stuck", {"seat": device.seat}, device.seat)
            self._table.show_card(device.seat, False, now)
        self._tags.hear_reader(device)
        self._table.set_device(device)


def _request(signal: Tag | Again | Press | Chord | LatePress) -> Request:
    """The request of a signal, with the name of its source."""
    name = Say("from.seat", {"seat": signal.seat}) if signal.seat else Say("from.shared_reader")
    return Request(name, signal.origin)
