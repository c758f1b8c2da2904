"""The stickers of the cards at the table: what they stand for, and how they are learned there.

The loop calls it, nobody else. While a deck is learned, taps go here and not to the game. What is
learned is on disk before it is shown: one write at a time, and what comes meanwhile waits.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.errors import Refused, StoreError
from companion.games import pieces
from companion.games.game import Event, Say, Tap
from companion.library import boxes
from companion.lights.render import Cue
from companion.signals import Device, Tag
from companion.store.store import Store, Tagged
from companion.table.posts import FINE, Answer
from companion.table.request import Request
from companion.table.table import Table
from companion.tags import learning
from companion.tags import tag_file as tags
from companion.tags.learning import Learning

LEARN_S = 600.0
"""Learning that nobody goes on with ends by itself, and taps play again."""

READER_NOTES = ("link.reader_mute", "link.reader_two", "link.reader_unsupported")
"""What a seat's reader can have to say (link.md, READER)."""

MOST_UNKNOWN = 50
"""Unknown stickers that are remembered until somebody says what they are."""

Then = Callable[[float], None]


class TagLearning:
    """`tagged` looks a tag up; `later` puts a call into the loop's inbox, from any thread."""

    def __init__(
        self,
        table: Table,
        store: Store,
        tagged: Callable[[str], Tagged | None],
        later: Callable[[Then], None],
    ):
        self._table = table
        self._store = store
        self._tagged = tagged
        self._later = later
        self._unknown: OrderedDict[str, Tag] = OrderedDict()
        self._until = 0.0
        self._saving = False
        self._waiting: deque[Then] = deque()

    def tick(self, now: float) -> None:
        """Time passed: learning that was forgotten ends."""
        if self._table.learning and now >= self._until and not self._saving:
            self._table.note("learn.ended", {}, None)
            self._show(None)

    def piece(self, tag: Tag) -> Mapping[str, Any]:
        """What this tag stands for in the game on the table. Raises Refused.

        An unknown one is remembered: `name` does its tap later.
        """
        found = self._tagged(tag.uid)
        game = self._table.game or (found.game if found else "")
        if found is None:
            self._unknown[tag.uid] = tag
            self._unknown.move_to_end(tag.uid)
            if len(self._unknown) > MOST_UNKNOWN:
                self._unknown.popitem(last=False)
        return tags.piece_of(found, tag.uid, game)

    def known(self, uid: str) -> Tagged | None:
        """What this tag stands for, in whatever game."""
        return self._tagged(uid)

    def hears(self, seat: int) -> bool:
        """Whether taps at this seat (0: a shared reader) are learned now, and do not play."""
        value = self._table.learning
        return value is not None and value.reader in (0, seat)

    def tap(self, tag: Tag, request: Request, now: float) -> None:
        """A card was tapped while a deck is learned."""
        self._in_turn(lambda now: self._learn(tag, request, now), request, now)

    def trouble(self, device: Device) -> None:
        """A reader has something to say (two cards, a kind that it cannot read): so does this."""
        value = self._table.learning
        if value and device.note in READER_NOTES and self.hears(device.seat):
            self._table.learning = value.told(Say(device.note))

    def post(self, kind: str, body: Mapping[str, Any], request: Request, now: float) -> None:
        """A phone's word: "learn", "name" or "import". Its rights have been looked at."""
        do = {"learn": self._step, "name": self._name, "import": self._import}[kind]

        def tried(now: float) -> None:
            try:
                do(body, request, now)
            except Refused as refused:
                self._table.answer(request, Answer.refuse(refused))

        self._in_turn(tried, request, now)

    def check_name(self, client: str, uid: str) -> None:
        """Raises Forbidden unless this phone may say what the sticker is.

        The phones of the seat at which it was tapped may, every player's for a shared reader.
        """
        tag = self._unknown.get(uid.upper())
        if tag is None:
            self._table.rights.check_host(client)
        elif tag.seat:
            self._table.rights.check_seat(client, tag.seat)
        else:
            self._table.rights.check_player(client)

    # One write at a time: requests that come while a tag is on its way to the disk wait.

    def _in_turn(self, do: Then, request: Request, now: float) -> None:
        def read(now: float) -> None:
            with self._table.reading(request):
                do(now)

        if self._saving:
            self._waiting.append(read)
        else:
            read(now)

    def _save(self, learned: Iterable[Tagged], request: Request, then: Then) -> None:
        self._saving = True

        def written(fault: StoreError | None, now: float) -> None:
            self._saving = False
            if fault:
                self._table.broken(fault, request)
            else:
                with self._table.reading(request):
                    then(now)
            while self._waiting and not self._saving:
                self._waiting.popleft()(now)

        self._store.put_tags(learned, lambda fault: self._later(lambda now: written(fault, now)))

    def _learn(self, tag: Tag, request: Request, now: float) -> None:
        value = self._table.learning
        if value is None:  # it ended while this tap waited
            self._table.answer(request, Answer(FINE))
        else:
            after, learned = value.tap(tag.uid, self._tagged(tag.uid))
            self._went(after, learned, tag.seat, request, now)

    def _step(self, body: Mapping[str, Any], request: Request, now: float) -> None:
        """`do`: "start", "back", "skip", "choose", "take" or "stop". Raises Refused."""
        value = self._table.learning
        if body["do"] == "start":
            value, learned = self._begin(body), None
            said = pieces.deck_title(value.game, value.named)
            self._table.note("learn.started", {"colour": value.named, "deck": said}, None)
        elif value is None:
            raise Refused("learn.not_running")
        elif body["do"] == "stop":
            self._show(None)
            self._table.answer(request, Answer(FINE))
            return
        else:
            value, learned = _stepped(value, body)
        self._went(value, learned, 0, request, now)

    def _begin(self, body: Mapping[str, Any]) -> Learning:
        game, named = body.get("game") or "", body.get("deck") or body.get("colour") or ""
        reader = body.get("reader") or 0
        if reader and reader not in self._table.snapshot.seats:
            raise Refused("web.no_such_seat", seat=reader)
        known = self._store.tags()
        box = boxes.in_force(game, self._store.box(game), self._table.snapshot.simulated)
        return learning.begin(game, named.strip(), body.get("composition"), known, reader, box)

    def _went(
        self, value: Learning, learned: Tagged | None, seat: int, request: Request, now: float
    ) -> None:
        """Show what came of a step; if it has taught a tag, when that is on disk."""

        def then(now: float) -> None:
            self._show(value, now)
            if seat:
                self._table.cues[seat] = Cue("card" if value.well else "refused", now, 8)
            self._table.answer(request, Answer(FINE))

        if learned is None:
            then(now)
        else:
            self._save([learned], request, then)

    def _name(self, body: Mapping[str, Any], request: Request, now: float) -> None:
        """Somebody knows what an unknown sticker is: it is learned, and its tap is done."""
        uid, piece, game = tags.normal(body["uid"]), body["piece"], self._table.game
        if game is None:
            raise Refused("table.no_race")
        if tags.random_uid(uid):
            raise Refused("tags.random_uid", uid=uid)
        if not pieces.has_piece(game, piece):
            raise Refused("tags.no_such_piece", game=game, piece=tags.describe(piece))
        found = self._tagged(uid)
        if found and (found.game, found.piece) != (game, piece):
            raise Refused("learn.twice", piece=pieces.name(found.game, found.piece))
        said = {"piece": pieces.name(game, piece)}

        def then(now: float) -> None:
            tag = self._unknown.pop(uid, None)
            if tag and self._table.notices.forget_unknown(uid) and self._table.game == game:
                self._play(Tap(tag.seat, piece, tag.slot), request, now)
            else:
                self._table.publish()
                self._table.answer(
                    request, Answer(FINE, events=(Event("learn.learned", None, said),))
                )

        self._save([Tagged(uid, game, piece)], request, then)

    def _play(self, tap: Tap, request: Request, now: float) -> None:
        """The tap of a sticker that was unknown, as if it had been known."""
        try:
            self._table.tap(tap, request, now)
        except Refused as refused:
            self._table.refuse(refused, tap.seat or None, request, now)

    def _import(self, body: Mapping[str, Any], request: Request, now: float) -> None:
        """A whole tag file or nothing of it."""
        found = tags.read(body["file"], pieces.has_piece)

        def then(now: float) -> None:
            value = self._table.learning
            self._show(value.refreshed(self._store.tags()) if value else None, now)
            events = (Event("tags.imported", None, {"count": len(found)}),)
            self._table.answer(request, Answer(FINE, events=events))

        self._save(found, request, then)

    def _show(self, value: Learning | None, now: float = 0.0) -> None:
        self._table.learning = value
        self._until = now + LEARN_S
        self._table.publish()


def _stepped(value: Learning, body: Mapping[str, Any]) -> tuple[Learning, Tagged | None]:
    match body["do"]:
        case "back":
            return value.back(), None
        case "skip":
            return value.skip(), None
        case "choose":
            return value.choose(body.get("n") or 0), None
        case "take":
            return value.take()
    raise Refused("learn.no_such_step", do=body["do"][:20])
