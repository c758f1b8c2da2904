"""The seats' hardware as the table hears it: cards, buttons, devices that come and go.

The loop calls it. It makes acts and presses of signals; the table does or refuses them.
"""

from collections.abc import Callable

from companion.errors import Refused
from companion.games import GAMES, pieces
from companion.games.game import Say, Tap
from companion.signals import Beat, Button, Chord, Device, Gone, Origin, Press, Tag
from companion.table.gestures import Gesture, GestureRecognizer, LatePress
from companion.table.posts import FINE, Answer
from companion.table.request import Request
from companion.table.table import Table
from companion.table.tag_learning import TagLearning

STALE_S = 2.0
"""What is older is shown, but not applied by itself (link.md)."""

Signal = Tag | Gone | Button | Beat | Press | Chord | Device


class SeatInput:
    """Everything that the room reports.

    `stickers` knows the cards; `settle` acknowledges a node's line; `assign` seats a node.
    """

    def __init__(
        self,
        table: Table,
        stickers: TagLearning,
        settle: Callable[[Origin], None],
        assign: Callable[[str, int], None],
    ):
        self._table = table
        self._stickers = stickers
        self._settle = settle
        self._assign = assign
        self._hands = GestureRecognizer(table.holds)

    def signal(self, signal: Signal, now: float) -> None:
        """Something happened in the room."""
        match signal:
            case Button() | Beat():
                self._buttons(signal, now)
            case Tag():
                self._tag(signal, now)
            case Press() | Chord():
                self._gesture(signal, now)
            case Device():
                self._device(signal)
            case Gone():
                self._settle(signal.origin)

    def filling(self, seat: int, now: float) -> float:
        """How far a hold at this seat has come, 0 to 1."""
        return self._hands.filling(seat, now)

    def _buttons(self, signal: Button | Beat, now: float) -> None:
        if signal.seat == 0:
            if isinstance(signal, Button):
                self._find_seat(signal)
            return
        gestures = self._hands.take(signal, now)
        for gesture in gestures:
            self._gesture(gesture, now)
        if isinstance(signal, Button) and not gestures:
            self._settle(signal.origin)

    def _gesture(self, gesture: Gesture, now: float) -> None:
        request = _request(gesture)
        match gesture:
            case Press():
                self._table.press(gesture, request, now)
            case Chord():
                self._table.act({"act": "undo"}, request, now)
            case LatePress(seat, button, origin):
                button_name = Say(f"button.{button}")
                self._table.note("table.late_press", {"seat": seat, "button": button_name}, seat)
                self._table.publish()
                self._settle(origin)

    def _find_seat(self, signal: Button) -> None:
        """A node that does not know its seat: ok pressed there puts it at the first empty one."""
        taken = {d.seat for d in self._table.devices.values() if d.kind == "node"}
        free = [seat for seat in self._table.snapshot.seats if seat not in taken]
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
        """What a card does depends on what the table is about. Raises Refused, StoreError."""
        if tag.age_s > STALE_S:
            raise Refused("table.late_tap", seat=tag.seat)
        if self._stickers.hears(tag.seat):
            self._stickers.tap(tag, request, now)
        elif self._table.sit_down:
            self._sit_down(tag, request, now)
        elif game := self._proposed(tag):
            self._table.propose(game, tag.seat, request, now)
        else:
            piece = self._stickers.piece(tag)
            self._table.tap(Tap(tag.seat, piece, tag.slot), request, now)

    def _proposed(self, tag: Tag) -> str:
        """The game that this card proposes: another one than is on the table, or "" if it plays."""
        race, found = self._table.snapshot.race, self._stickers.known(tag.uid)
        if found is None or found.game not in GAMES or found.game == self._table.game:
            return ""
        runs = race is not None and race.view.begun and not race.view.over
        return "" if runs else found.game

    def _sit_down(self, tag: Tag, request: Request, now: float) -> None:
        """The card's owner sits at this seat; a card of all proposes its game. Raises Refused."""
        table, found = self._table, self._stickers.known(tag.uid)
        assert table.sit_down
        if found is None or found.game not in GAMES or not pieces.decks(found.game):
            table.sit_down = table.sit_down.tap(tag.seat, found).still(now)
        if found and found.game in GAMES:
            table.propose(found.game, tag.seat, request, now)
        else:
            table.publish()
            table.answer(request, Answer(FINE))

    def _device(self, device: Device) -> None:
        devices = self._table.devices
        before = devices.get(device.id)
        if before and (before.seat != device.seat or device.state == "gone"):
            self._hands.forget(device.id)
        elif device.state == "lost":
            self._hands.interrupt(device.id)
        devices[device.id] = device
        if device.state == "gone":
            del devices[device.id]
        self._stickers.trouble(device)
        self._table.publish()


def _request(signal: Tag | Press | Chord | LatePress) -> Request:
    """A source in the room, by the name that people know it by."""
    name = Say("from.seat", {"seat": signal.seat}) if signal.seat else Say("from.shared_reader")
    return Request(name, signal.origin)
