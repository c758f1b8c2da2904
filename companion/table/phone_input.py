"""Handle posts of phones and hall: check rights, do each post once, repeat its answer on request.

Called by the loop. Acts go to the table, tags to tag_learning.py, seasons, courses and boxes to
library_input.py. Seats, hosts and the PIN are handled here.
"""

import math
import secrets
from collections import OrderedDict, deque
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

from companion.clocks import stamp
from companion.errors import Forbidden, Refused, StoreError
from companion.games.game import Say
from companion.library import boxes
from companion.signals import Origin, Press
from companion.store.store import Store
from companion.table import hall_calls, phone_list, played_seats
from companion.table.library_input import LibraryInput
from companion.table.pin_lockout import PinLockout
from companion.table.posts import (
    BROKEN,
    FINE,
    FORBIDDEN,
    HALL,
    REFUSED,
    Answer,
    Post,
    unpacked,
)
from companion.table.race import NewRace
from companion.table.request import Later, Request
from companion.table.rights import Guest, Rights, need_of
from companion.table.table import Table
from companion.table.tag_learning import TagLearning

MOST_KEYS = 2000
"""Number of answers that are kept in memory for repeated posts."""

MOST_COURSE = 60
"""Most characters of a course's name."""

MOST_NAME = 24
"""Most characters of a guest's name, and of a colour."""


@dataclass(frozen=True, slots=True)
class PhoneNotice:
    """A notice for other phones. `params`: the number of the `only` phone, or of all `but` one."""

    key: str
    seat: int | None
    params: Mapping[str, Any]


@dataclass(slots=True)
class PhoneInput:
    """Takes every post of the phones. `later` puts a call into the loop's inbox."""

    table: Table
    store: Store
    pin: str
    later: Later
    tags: TagLearning
    library: LibraryInput
    _answers: "OrderedDict[str, Answer | Future[Answer]]" = field(default_factory=OrderedDict)
    _lockout: PinLockout = field(default_factory=PinLockout)
    _saving: bool = False
    _waiting: deque[Post] = field(default_factory=deque)

    @classmethod
    def at(
        cls, table: Table, store: Store, pin: str, later: Later, tags: TagLearning
    ) -> "PhoneInput":
        """The input of a table's phones."""
        return cls(table, store, pin, later, tags, LibraryInput(table, store, later, stamp))

    def take(self, post: Post, now: float) -> None:
        """Do a new post; answer a repeated one as before."""
        request = self._request(post)
        with self.table.reading(request):
            if request.key and self._repeat(request.key, post):
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
        """Keep the answer for repeats, or until then its Future.

        An answer about a failed write is not kept: the same key may try again.
        """
        self._answers[key] = reply
        if len(self._answers) > MOST_KEYS:
            self._answers.popitem(last=False)

        def answered(reply: "Future[Answer]") -> None:
            if self._answers.pop(key, None) and reply.result().status != BROKEN:
                self._answers[key] = reply.result()

        reply.add_done_callback(answered)

    def _repeat(self, key: str, post: Post) -> bool:
        """Answer a post whose key was answered before. False for a new key."""
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
        """Do a post by its kind. Raises Forbidden."""
        if post.client != HALL:
            self.table.snapshot.rights.check(need_of(post.kind), post.client, post.body)
        match post.kind:
            case "act" | "press" | "remedy" | "race" | "resume" | "break":
                self._play(post, request, now)
            case "claim" | "release" | "guest" | "first" | "meet":
                self._join(post, request)
            case "host":
                self._host(post, request, now)
            case "give" | "withdraw":
                self._hand_over(post, request)
            case "seating":
                self._set_up(post.body["do"], request, now)
            case "learn" | "import":
                self.tags.post(post.kind, post.body, request, now)
            case "season" | "season_act" | "course" | "course_remove" | "box" | "box_import":
                self.library.post(post.kind, post.body, request)
            case "prepare":
                self._prepare(post, request, now)
            case "call":
                hall_calls.call(self.table, post.body["seats"], request, now)
            case "say":
                hall_calls.say(self.table, post.body["text"], request)
            case "name":
                self.tags.check_name(post.client, post.body["uid"])
                self.tags.post(post.kind, post.body, request, now)

    def _play(self, post: Post, request: Request, now: float) -> None:
        """Do a post that concerns the race on the table."""
        table, body, seat = self.table, post.body, int(post.body.get("seat", 0))
        match post.kind:
            case "act":
                self._act(post, request, now)
            case "press":
                origin = Origin("phone", post.client)
                table.press(Press(seat, body["button"], body["hold"], origin), request, now)
            case "remedy":
                table.remedy(body["n"], seat, request, now)
            case "race":
                self._begin(post, request, now)
            case "break":
                table.take_break(body["on"], request, now)
            case "resume":
                table.resume(body["race"], request, now)

    def _act(self, post: Post, request: Request, now: float) -> None:
        """Do an act, or undo or redo to `to` acts, unless the phone's view is stale."""
        if self.table.stale(post.version):
            post.reply.set_result(Answer(REFUSED, key="web.stale"))
        elif post.body.get("to") is not None:
            self.table.go_to(post.body["act"], post.body["to"], request, now)
        else:
            self.table.act(post.body["act"], request, now)

    def _begin(self, post: Post, request: Request, now: float) -> None:
        body, game = post.body, post.body["game"]
        simulated = self.table.snapshot.simulated
        options = boxes.filled(game, body["options"], self.store.box(game), simulated)
        course = (body.get("course") or "").strip()[:MOST_COURSE]
        new = NewRace(game, options, course, bool(body.get("clock")), body["replace"])
        self.table.begin(new, request, now)

    def _prepare(self, post: Post, request: Request, now: float) -> None:
        """Put a race on the table for the hall, in place of one that has not begun."""
        race = self.table.snapshot.race
        if race and (race.view.begun or race.acts) and not race.view.over:
            request.answer(Answer(REFUSED, key="hall.race_runs"))
            return
        replaced = race.id if race and not race.view.over else None
        self._begin(replace(post, body={**post.body, "replace": replaced}), request, now)

    def _set_up(self, do: str, request: Request, now: float) -> None:
        """Note that the set-up page is open ("start", repeated while it is) or closed ("stop")."""
        table, race = self.table, self.table.snapshot.race
        if do not in ("start", "stop"):
            request.answer(Answer(REFUSED, key="seating.no_such_step", params={"do": do[:20]}))
            return
        if do == "start" and race and race.view.begun and not race.view.over:
            request.answer(Answer(REFUSED, key="seating.race_runs"))
            return
        table.set_up(do == "start", now)
        table.answer(request, Answer(FINE))

    def _join(self, post: Post, request: Request) -> None:
        """Note that a phone opened a page, took or left a seat. The first phone is the host."""
        rights = self.table.snapshot.rights
        match post.kind:
            case "claim":
                self._claim(post, request)
            case "release":
                seat = int(post.body.get("seat", 0))
                self._change(rights.release(post.client, seat), request)
            case "guest":
                self._welcome(post, request)
            case "first":
                self._change(rights if rights.hosts else rights.host(post.client), request)
            case "meet":
                self.table.meet(post.client)

    def _welcome(self, post: Post, request: Request) -> None:
        """Note who sits at a phone's seat."""
        name, colour = (post.body[each].strip()[:MOST_NAME] for each in ("name", "colour"))
        try:
            if not (name and colour and f"{name}{colour}".isprintable()):
                raise Refused("web.guest_nameless")
            rights = self.table.snapshot.rights.welcome(post.body["seat"], Guest(name, colour))
        except Refused as refused:
            request.answer(Answer(REFUSED, key=refused.key, params=refused.params))
        else:
            self._change(rights, request)

    def _claim(self, post: Post, request: Request) -> None:
        seat, rights = post.body["seat"], self.table.snapshot.rights
        if seat not in self.table.snapshot.seats:
            request.answer(Answer(REFUSED, key="web.no_such_seat", params={"seat": seat}))
            return
        if played_seats.plays(self.table.snapshot.race, seat):
            request.answer(Answer(REFUSED, key="table.played"))
            return
        notice = None
        if post.body.get("take") and rights.phones(seat) > (seat in rights.seats(post.client)):
            rights = rights.take(post.client, seat)
            by = phone_list.numbered(self.table.snapshot, rights, post.client)
            notice = PhoneNotice("phones.taken_over", seat, {"by": by, "but": by.params["n"]})
        else:
            rights = rights.claim(post.client, seat)
        self._change(rights if rights.hosts else rights.host(post.client), request, notice)

    def _hand_over(self, post: Post, request: Request) -> None:
        """Give a phone the host's rights or take them away; at least one phone always has them."""
        rights = self.table.snapshot.rights
        number = post.body["to" if post.kind == "give" else "from"]
        phone = rights.client(number)
        if phone is None:
            request.answer(Answer(REFUSED, key="web.no_such_phone", params={"n": number}))
        elif post.kind == "give":
            notice = PhoneNotice("phones.host", None, {"only": number})
            self._change(rights.host(phone), request, notice)
        elif rights.hosts <= {phone}:
            request.answer(Answer(REFUSED, key="web.last_host"))
        else:
            notice = PhoneNotice("phones.no_host", None, {"only": number})
            self._change(rights.withdraw(phone), request, notice)

    def _host(self, post: Post, request: Request, now: float) -> None:
        """Give the host's rights for the right PIN."""
        if wait_s := self._lockout.wait_s(now):
            params = {"minutes": math.ceil(wait_s / 60)}
            request.answer(Answer(REFUSED, key="web.pin_wait", params=params))
        elif not secrets.compare_digest(post.body["pin"].encode(), self.pin.encode()):
            self._lockout.miss(now)
            request.answer(Answer(FORBIDDEN, key="web.wrong_pin"))
        else:
            self._lockout.hit()
            self._change(self.table.snapshot.rights.host(post.client), request)

    def _change(self, rights: Rights, request: Request, notice: PhoneNotice | None = None) -> None:
        """Save new rights, then put them into force. Posts that arrive meanwhile wait."""

        def then(fault: StoreError | None, now: float) -> None:
            self._saving = False
            if fault:
                request.answer(Answer(BROKEN, key=fault.key, params=fault.params))
            else:
                self.table.set_rights(rights)
                if notice:
                    self.table.note(notice.key, notice.params, notice.seat)
                self.table.publish()
                request.answer(Answer(FINE, version=self.table.snapshot.version))
            self._go_on(now)

        self._saving = True
        self.store.set(
            "rights", rights.to_json(), lambda fault: self.later(lambda now: then(fault, now))
        )

    def _go_on(self, now: float) -> None:
        """Do the posts that waited for new rights, up to the next change of rights."""
        while self._waiting and not self._saving:
            post = self._waiting.popleft()
            request = self._request(post)
            with self.table.reading(request):
                self._try(post, request, now)

    def _request(self, post: Post) -> Request:
        """The request of a post, with the phone's name."""
        key = f"{post.client}:{post.key}" if post.key else ""
        snapshot = self.table.snapshot
        hall = post.client == HALL
        name = Say("from.hall") if hall else phone_list.name(snapshot, snapshot.rights, post.client)
        return Request(name, None, key, post.reply)
