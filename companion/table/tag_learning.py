"""The table's tags: look up their pieces, and learn a deck of them.

While a deck is learned, seat_input.py passes the taps on and they do not play. phone_input.py
passes on the posts "learn", "name" and "import". A learned tag is on disk before it is shown. One
write at a time; requests that arrive meanwhile wait.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused, StoreError
from companion.games import pieces
from companion.games.game import Event, Say, Tap
from companion.library import boxes
from companion.signals import Again, Device, Tag
from companion.store.store import Store, Tagged
from companion.table.posts import FINE, Answer
from companion.table.request import Later, Request
from companion.table.table import Table
from companion.tags import learning, tag_file
from companion.tags.learning import Learning

LEARN_S = 600.0
"""Seconds without a step after which learning ends and taps play again."""

READER_NOTES = ("link.reader_mute", "link.reader_two", "link.reader_unsupported")
"""Notes that a seat's reader can report (link.md, READER)."""

MOST_UNKNOWN = 50
"""Most unknown tags that are remembered for a phone to name."""

Step = Callable[[float], None]
"""A step of a request; called with the time `now`."""


class TagLearning:
    """The known tags and the deck being learned.

    `tagged` looks a tag up; `later` puts a call into the loop's inbox, from any thread.
    """

    def __init__(
        self,
        table: Table,
        store: Store,
        tagged: Callable[[str], Tagged | None],
        later: Later,
    ):
        self._table = table
        self._store = store
        self._tagged = tagged
        self._later = later
        self._unknown: OrderedDict[str, Tag] = OrderedDict()
        self._until = 0.0
        self._saving = False
        self._waiting: deque[Step] = deque()

    @property
    def _current(self) -> Learning | None:
        """The deck that is being learned."""
        return self._table.snapshot.learning

    def tick(self, now: float) -> None:
        """End learning after LEARN_S without a step."""
        if self._current and now >= self._until and not self._saving:
            self._table.note("learn.ended", {}, None)
            self._show(None)

    def piece(self, tag: Tag) -> Mapping[str, Any]:
        """The piece of the game on the table that carries this tag. Raises Refused.

        An unknown tag is remembered, so that its tap can be done when a phone names it.
        """
        found = self._tagged(tag.uid)
        game = self._table.game or (found.game if found else "")
        if found is None:
            self._unknown[tag.uid] = tag
            self._unknown.move_to_end(tag.uid)
            if len(self._unknown) > MOST_UNKNOWN:
                self._unknown.popitem(last=False)
        return tag_file.piece_of(found, tag.uid, game)

    def known(self, uid: str) -> Tagged | None:
        """The piece, of any game, that carries this tag."""
        return self._tagged(uid)

    def learns(self, seat: int) -> bool:
        """Whether taps at this seat (0: a shared reader) are learned instead of played."""
        return self._current is not None and self._current.reader in (0, seat)

    def tap(self, tag: Tag | Again, request: Request, now: float) -> None:
        """Learn a card's tag."""
        self._in_turn(lambda now: self._learn(tag, request, now), request, now)

    def confirm(self, uid: str) -> None:
        """An unknown tag was read a second time: it may be named."""
        if uid in self._unknown:
            self._unknown[uid] = replace(self._unknown[uid], once=False)

    def hear_reader(self, device: Device) -> None:
        """Show a reader's fault in the deck being learned; the caller publishes it."""
        if self._current and device.note in READER_NOTES and self.learns(device.seat):
            self._table.set_learning(self._current.failed(Say(device.note)))

    def post(self, kind: str, body: Mapping[str, Any], request: Request, now: float) -> None:
        """Do a phone's "learn", "name" or "import". Its rights have been checked."""
        do = {"learn": self._step, "name": self._name, "import": self._import}[kind]

        def tried(now: float) -> None:
            try:
                do(body, request, now)
            except Refused as refused:
                self._table.answer(request, Answer.refuse(refused))

        self._in_turn(tried, request, now)

    def check_name(self, client: str, uid: str) -> None:
        """Raise Forbidden unless this phone may name the tag.

        Phones of the seat at which it was tapped may name it; for a shared reader every player's.
        """
        tag, rights = self._unknown.get(uid.upper()), self._table.snapshot.rights
        if tag is None:
            rights.check_host(client)
        elif tag.seat:
            rights.check_seat(client, tag.seat)
        else:
            rights.check_player(client)

    def _in_turn(self, step: Step, request: Request, now: float) -> None:
        """Do a step now, or after the write that is under way."""

        def read(now: float) -> None:
            with self._table.reading(request):
                step(now)

        if self._saving:
            self._waiting.append(read)
        else:
            read(now)

    def _save(self, learned: Iterable[Tagged], request: Request, then: Step) -> None:
        self._saving = True

        def written(fault: StoreError | None, now: float) -> None:
            self._saving = False
            if fault:
                self._table.not_saved(fault, request)
            else:
                with self._table.reading(request):
                    then(now)
            while self._waiting and not self._saving:
                self._waiting.popleft()(now)

        self._store.put_tags(learned, lambda fault: self._later(lambda now: written(fault, now)))

    def _learn(self, tag: Tag | Again, request: Request, now: float) -> None:
        if self._current is None:  # learning ended while this tap waited
            self._table.answer(request, Answer(FINE))
        else:
            after, learned = self._current.tap(tag.uid, self._tagged(tag.uid))
            self._finish(after, learned, tag.seat, request, now)

    def _step(self, body: Mapping[str, Any], request: Request, now: float) -> None:
        """Do "start", "back", "skip", "choose", "take" or "stop" of a phone. Raises Refused."""
        after, learned = self._current, None
        if body["do"] == "start":
            after = self._begin(body)
            deck = pieces.deck_title(after.game, after.named)
            self._table.note("learn.started", {"colour": after.named, "deck": deck}, None)
        elif after is None:
            raise Refused("learn.not_running")
        elif body["do"] == "stop":
            self._show(None)
            self._table.answer(request, Answer(FINE))
            return
        else:
            after, learned = _stepped(after, body)
        self._finish(after, learned, 0, request, now)

    def _begin(self, body: Mapping[str, Any]) -> Learning:
        game, named = body.get("game") or "", body.get("deck") or body.get("colour") or ""
        reader, snapshot = body.get("reader") or 0, self._table.snapshot
        if reader and reader not in snapshot.seats:
            raise Refused("web.no_such_seat", seat=reader)
        known = self._store.tags()
        box = boxes.in_force(game, self._store.box(game), snapshot.simulated)
        return learning.begin(game, named.strip(), body.get("composition"), known, reader, box)

    def _finish(
        self, after: Learning, learned: Tagged | None, seat: int, request: Request, now: float
    ) -> None:
        """Show a step's outcome; if it learned a tag, save that first."""

        def then(now: float) -> None:
            self._show(after, now)
            if seat:
                self._table.show_card(seat, after.well, now)
            self._table.answer(request, Answer(FINE))

        if learned is None:
            then(now)
        else:
            self._save([learned], request, then)

    def _name(self, body: Mapping[str, Any], request: Request, now: float) -> None:
        """Save an unknown tag's piece, then do its tap. Raises Refused."""
        uid, piece, game = tag_file.normal(body["uid"]), body["piece"], self._table.game
        if game is None:
            raise Refused("table.no_race")
        self._check_free(uid, game, piece)
        if uid in self._unknown and self._unknown[uid].once:
            raise Refused("learn.read_once")

        def then(now: float) -> None:
            tag = self._unknown.pop(uid, None)
            if tag and self._table.forget_unknown(uid) and self._table.game == game:
                self._play(Tap(tag.seat, piece, tag.slot), request, now)
            else:
                event = Event("learn.learned", None, {"piece": pieces.name(game, piece)})
                self._table.publish()
                self._table.answer(request, Answer(FINE, events=(event,)))

        self._save([Tagged(uid, game, piece)], request, then)

    def _check_free(self, uid: str, game: str, piece: Mapping[str, Any]) -> None:
        """Raise Refused unless the tag may be assigned to this piece."""
        if tag_file.random_uid(uid):
            raise Refused("tags.random_uid", uid=uid)
        if not pieces.has_piece(game, piece):
            raise Refused("tags.no_such_piece", game=game, piece=tag_file.describe(piece))
        found = self._tagged(uid)
        if found and (found.game, found.piece) != (game, piece):
            raise Refused("learn.twice", piece=pieces.name(found.game, found.piece))

    def _play(self, tap: Tap, request: Request, now: float) -> None:
        """Do the remembered tap of a tag that was unknown."""
        try:
            self._table.tap(tap, request, now)
        except Refused as refused:
            self._table.refuse(refused, tap.seat or None, request, now)

    def _import(self, body: Mapping[str, Any], request: Request, now: float) -> None:
        """Save a tag file, all or nothing. Raises Refused."""
        found = tag_file.read(body["file"], pieces.has_piece)

        def then(now: float) -> None:
            self._show(self._current.refreshed(self._store.tags()) if self._current else None, now)
            events = (Event("tags.imported", None, {"count": len(found)}),)
            self._table.answer(request, Answer(FINE, events=events))

        self._save(found, request, then)

    def _show(self, learned: Learning | None, now: float = 0.0) -> None:
        self._table.set_learning(learned)
        self._until = now + LEARN_S
        self._table.publish()


def _stepped(current: Learning, body: Mapping[str, Any]) -> tuple[Learning, Tagged | None]:
    match body["do"]:
        case "back":
            return current.back(), None
        case "skip":
            return current.skip(), None
        case "choose":
            return current.choose(body.get("n") or 0), None
        case "take":
            return current.take()
    raise Refused("learn.no_such_step", do=body["do"][:20])
