"""The phones at the table: seats, host and PIN, and that no post counts twice.

The loop calls it; what a post asks of the game goes to the table.
"""

import math
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

from companion.clocks import stamp
from companion.errors import Forbidden, StoreError
from companion.games.game import Say
from companion.library import boxes
from companion.signals import Origin, Press
from companion.store.store import Store
from companion.table import phone_list
from companion.table.library_input import LibraryInput
from companion.table.pin_lockout import PinLockout
from companion.table.posts import BROKEN, FINE, FORBIDDEN, REFUSED, Answer, Post, unpacked
from companion.table.request import Request
from companion.table.rights import Rights
from companion.table.sit_down import SitDown
from companion.table.table import Table
from companion.table.tag_learning import TagLearning

MOST_KEYS = 2000
"""Posts whose answers are kept at hand for phones that ask again."""

MOST_COURSE = 60
"""Characters of a course's name that are kept with a race."""


@dataclass(frozen=True, slots=True)
class PhoneNotice:
    """What another phone is told. In `params`: `only` this phone is meant, all `but` that one."""

    key: str
    seat: int | None
    params: Mapping[str, Any]


@dataclass(slots=True)
class PhoneInput:
    """What phones post, in the loop's thread. `later` puts a call into the loop's inbox."""

    table: Table
    store: Store
    pin: str
    later: Callable[[Callable[[float], None]], None]
    stickers: TagLearning
    books: LibraryInput
    _answers: "OrderedDict[str, Answer | Future[Answer]]" = field(default_factory=OrderedDict)
    _guesses: PinLockout = field(default_factory=PinLockout)
    _saving: bool = False
    _waiting: deque[Post] = field(default_factory=deque)

    @classmethod
    def at(
        cls,
        table: Table,
        store: Store,
        pin: str,
        later: Callable[[Callable[[float], None]], None],
        stickers: TagLearning,
    ) -> "PhoneInput":
        """The phones of a table."""
        books = LibraryInput(table, store, later, stamp)
        return cls(table, store, pin, later, stickers, books)

    def post(self, post: Post, now: float) -> None:
        """Answer a repeated post as before; do a new one."""
        request = self._request(post)
        with self.table.reading(request):
            if request.key and self._again(request.key, post):
                return
            if request.key:
                self._keep(request.key, post.reply)
            if self._saving:
                self._waiting.append(post)
            else:
                self._try(post, request, now)

    def _try(self, post: Post, request: Request, now: float) -> None:
        try:
            self._do(post, request, now)
        except Forbidden as forbidden:
            request.answer(Answer(FORBIDDEN, key=forbidden.key, params=forbidden.params))

    def _keep(self, key: str, reply: "Future[Answer]") -> None:
        """Once the answer is there only it is kept: its Future holds the whole request.

        What the disk did not take is not kept: it may be tried again with the same key.
        """
        self._answers[key] = reply
        if len(self._answers) > MOST_KEYS:
            self._answers.popitem(last=False)

        def answered(reply: "Future[Answer]") -> None:
            if self._answers.pop(key, None) and reply.result().status != BROKEN:
                self._answers[key] = reply.result()

        reply.add_done_callback(answered)

    def _again(self, key: str, post: Post) -> bool:
        first = self._answers.get(key)
        if isinstance(first, Answer):
            post.reply.set_result(first)
            return True
        if first is not None:
            first.add_done_callback(lambda done: post.reply.set_result(done.result()))
            return True
        saved = self.store.reply_for(key)
        if saved is None:
            return False
        post.reply.set_result(replace(unpacked(saved), version=self.table.snapshot.version))
        return True

    def _do(self, post: Post, request: Request, now: float) -> None:
        rights, table, body = self.table.rights, self.table, post.body
        seat = int(body.get("seat", 0))
        rights.check(post.kind, post.client, body)
        match post.kind:
            case "act" | "race" | "resume":
                self._race(post, request, now)
            case "press":
                origin = Origin("phone", post.client)
                table.press(Press(seat, body["button"], body["hold"], origin), request, now)
            case "remedy":
                table.remedy(body["n"], seat, request, now)
            case "claim":
                self._claim(post, request)
            case "release":
                self._change(rights.release(post.client, seat), request)
            case "host":
                self._host(post, request, now)
            case "give" | "withdraw":
                self._hand_over(post, request)
            case "seating":
                self._seating(body["do"], request, now)
            case "first":
                self._first(post, request)
            case "meet":
                self._meet(post.client)
            case "learn" | "import":
                self.stickers.post(post.kind, body, request, now)
            case "season" | "season_act" | "course" | "course_remove" | "box" | "box_import":
                self.books.post(post.kind, body, request)
            case "name":
                self.stickers.check_name(post.client, body["uid"])
                self.stickers.post(post.kind, body, request, now)

    def _race(self, post: Post, request: Request, now: float) -> None:
        body = post.body
        if post.kind == "act":
            if self.table.stale(post.version):
                post.reply.set_result(Answer(REFUSED, key="web.stale"))
            elif body.get("to") is not None:
                self.table.go_to(body["act"], body["to"], request, now)
            else:
                self.table.act(body["act"], request, now)
            return
        if post.kind == "race":
            course = (body.get("course") or "").strip()[:MOST_COURSE]
            game, simulated = body["game"], self.table.snapshot.simulated
            options = boxes.filled(game, body["options"], self.store.box(game), simulated)
            self.table.begin(game, options, body["replace"], request, now, course)
        else:
            self.table.resume(body["race"], request, now)

    def _seating(self, do: str, request: Request, now: float) -> None:
        """The set-up's page is open ("start", again and again), or closed ("stop")."""
        table, race = self.table, self.table.snapshot.race
        before = table.sit_down
        if do not in ("start", "stop"):
            request.answer(Answer(REFUSED, key="seating.no_such_step", params={"do": do[:20]}))
            return
        if do == "start" and race and race.view.begun and not race.view.over:
            request.answer(Answer(REFUSED, key="seating.race_runs"))
            return
        table.sit_down = (before or SitDown(now)).still(now) if do == "start" else None
        if bool(before) != bool(table.sit_down):
            table.publish()
        table.answer(request, Answer(FINE))

    def _claim(self, post: Post, request: Request) -> None:
        seat = post.body["seat"]
        if seat not in self.table.snapshot.seats:
            request.answer(Answer(REFUSED, key="web.no_such_seat", params={"seat": seat}))
            return
        rights = self.table.rights
        told = None
        if post.body.get("take") and rights.phones(seat) > (seat in rights.seats(post.client)):
            rights = rights.take(post.client, seat)
            by = phone_list.numbered(self.table.snapshot, rights, post.client)
            told = PhoneNotice("phones.taken_over", seat, {"by": by, "but": by.params["n"]})
        else:
            rights = rights.claim(post.client, seat)
        self._change(rights if rights.hosts else rights.host(post.client), request, told)

    def _hand_over(self, post: Post, request: Request) -> None:
        """The host gives a phone the host's rights or takes them away; somebody always has them."""
        rights = self.table.rights
        number = post.body["to" if post.kind == "give" else "from"]
        phone = rights.client(number)
        if phone is None:
            request.answer(Answer(REFUSED, key="web.no_such_phone", params={"n": number}))
        elif post.kind == "give":
            self._change(
                rights.host(phone), request, PhoneNotice("phones.host", None, {"only": number})
            )
        elif rights.hosts <= {phone}:
            request.answer(Answer(REFUSED, key="web.last_host"))
        else:
            told = PhoneNotice("phones.no_host", None, {"only": number})
            self._change(rights.withdraw(phone), request, told)

    def _meet(self, client: str) -> None:
        """A phone that is only there gets a number. What pages are told is still the same."""
        table = self.table
        table.rights = table.rights.meet(client)
        table.snapshot = replace(table.snapshot, rights=table.rights)

    def _first(self, post: Post, request: Request) -> None:
        """The first phone that opens a page is the host's."""
        rights = self.table.rights
        self._change(rights if rights.hosts else rights.host(post.client), request)

    def _host(self, post: Post, request: Request, now: float) -> None:
        if wait_s := self._guesses.wait_s(now):
            params = {"minutes": math.ceil(wait_s / 60)}
            request.answer(Answer(REFUSED, key="web.pin_wait", params=params))
        elif not secrets.compare_digest(post.body["pin"].encode(), self.pin.encode()):
            self._guesses.miss(now)
            request.answer(Answer(FORBIDDEN, key="web.wrong_pin"))
        else:
            self._guesses.hit()
            self._change(self.table.rights.host(post.client), request)

    def _change(self, rights: Rights, request: Request, told: PhoneNotice | None = None) -> None:
        """New rights count when they are on disk; what is posted meanwhile waits for them.

        `told`: what another phone hears of it then.
        """

        def then(fault: StoreError | None, now: float) -> None:
            self._saving = False
            if fault:
                request.answer(Answer(BROKEN, key=fault.key, params=fault.params))
            else:
                self.table.rights = rights
                if told:
                    self.table.note(told.key, told.params, told.seat)
                self.table.publish()
                request.answer(Answer(FINE, version=self.table.snapshot.version))
            self._go_on(now)

        self._saving = True
        self.store.set(
            "rights", rights.to_json(), lambda fault: self.later(lambda now: then(fault, now))
        )

    def _go_on(self, now: float) -> None:
        """What has waited for rights, up to the next change of them."""
        while self._waiting and not self._saving:
            post = self._waiting.popleft()
            request = self._request(post)
            with self.table.reading(request):
                self._try(post, request, now)

    def _request(self, post: Post) -> Request:
        """Who asks, by the name that people call this phone."""
        key = f"{post.client}:{post.key}" if post.key else ""
        return Request(self._name(post.client), None, key, post.reply)

    def _name(self, client: str) -> Say:
        """How people call this phone."""
        return phone_list.name(self.table.snapshot, self.table.rights, client)
