"""Posts of phones: check the body, hand the post to the loop, translate its answer."""

from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as NotInTime
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Request, Response, g, request

from companion import messages
from companion.library import deck_seed
from companion.pages import state_json
from companion.pages.body_check import body_fault
from companion.pages.responses import error, error_json
from companion.pages.route import JSON, Call
from companion.pages.routes import CALLS
from companion.server import request_guard
from companion.server.direct_posts import DirectPost
from companion.server.request_guard import Refusal
from companion.server.wsgi import DEFER, Deferred
from companion.table.posts import BROKEN, FINE, REFUSED, Answer, Post
from companion.table.snapshot import Snapshot

ANSWER_S = 10.0
"""Seconds that a phone's request waits for the disk."""

DIRECT = {call.name: call for call in CALLS if call.direct}
"""The posts of a running race, by the endpoints of their views."""


@dataclass(frozen=True, slots=True)
class Posting:
    """Hands posts to the loop and makes their responses. `dumps`: the app's JSON encoder."""

    post: Callable[[Post], None]
    now: Callable[[], Snapshot]
    dumps: Callable[[Any], str]

    def respond(self, call: Call, **path: Any) -> Any:
        """Answer a request of this call. `path`: the arguments in its path."""
        post = make_post(call, path, g.client, request.get_json(silent=True))
        if isinstance(post, Refusal):
            return error(post.status, post.key, **post.params)
        status, body = self._send(post)
        return Response(body, status, mimetype=JSON)

    def _send(self, post: Post) -> tuple[int, bytes]:
        """Hand the post over and wait for the disk, or let the server wait (server/wsgi.py)."""
        self.post(post)
        deferred = self.deferred(post, g.lang)
        if defer := request.environ.get(DEFER):
            defer(deferred)
            return FINE, b""
        with suppress(NotInTime):
            post.reply.result(ANSWER_S)
        return deferred.answer()

    def deferred(self, post: Post, lang: str) -> Deferred:
        """The pending answer to a post that is being handed over."""
        return Deferred(post.reply, ANSWER_S, partial(_worded, self.now, self.dumps, lang))


@dataclass(frozen=True, slots=True)
class DirectRacePosts:
    """The posts of a running race for a server that needs no view for them (direct_posts.py).

    `names`: host names of this table beside its addresses.
    """

    posting: Posting
    names: frozenset[str]

    def allows(self, endpoint: str, request: Request, client: str) -> bool:
        """Whether this is a post of the race that passes the guard."""
        known = endpoint in DIRECT
        return known and request_guard.refusal(request, client, self.names) is None

    def check(
        self, endpoint: str, args: Mapping[str, Any], client: str, lang: str, body: Any
    ) -> DirectPost | None:
        """The post that this body makes; None if the view has to refuse it."""
        post = make_post(DIRECT[endpoint], args, client, body)
        if isinstance(post, Refusal):
            return None
        return DirectPost(partial(self.posting.post, post), self.posting.deferred(post, lang))


def make_post(call: Call, path: Mapping[str, Any], client: str, body: Any) -> Post | Refusal:
    """The post that a body makes, or the reason to refuse it.

    `path`: the arguments in the path; `race_id` is the post's `race`. `body`: JSON, None for none.
    """
    if fault := body_fault(body, call):
        return fault
    given = {name: body.get(name) for name in (spec.rstrip("?") for spec in call.body)}
    arguments = {name.removesuffix("_id"): value for name, value in path.items()}
    fields = {**given, **call.fixed, **arguments}
    if call.view == "race":
        fields["options"] = deck_seed.drawn(fields["options"])
    return Post(str(call.view), client, body["key"], fields, body.get("version"))


def _worded(
    now: Callable[[], Snapshot], dumps: Callable[[Any], str], lang: str, came: Answer | None
) -> tuple[int, bytes]:
    """Status and body for the loop's answer; None if it came too late."""
    answer = came or Answer(BROKEN, key="web.too_slow")
    worded: dict[str, Any]
    if answer.status != FINE:
        refusal = error_json(answer.key, answer.params, lang)
        worded = {"error": {**refusal, "remedy": list(answer.remedy) or None}}
        if answer.status == REFUSED:
            worded["state"] = state_json.state(now(), lang)
    else:
        events = [messages.event_json(event, lang) for event in answer.events]
        worded = {"version": answer.version, "events": events}
        if answer.race is not None:
            worded["id"] = answer.race
    return answer.status, dumps(worded).encode()
