"""A phone's post on its way: checked, handed to the loop, deferred, and put into words."""

from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as TooSlow
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from flask import Request, Response, g, jsonify, request

from companion import messages
from companion.pages import state_json
from companion.server import request_guard
from companion.server.direct_posts import DirectPost
from companion.server.request_guard import Refusal
from companion.server.wsgi import DEFER, Deferred, Environ
from companion.signals import BUTTONS
from companion.table.posts import BROKEN, FINE, MALFORMED, REFUSED, Answer, Post
from companion.table.snapshot import Snapshot

ANSWER_S = 10.0
"""How long a phone's request waits for the disk."""

MOST_KEY = 64
"""Characters of a client's own key; it has one at least."""

_TYPES = {str: "string", int: "integer", bool: "boolean", dict: "object", list: "list"}


class RacePost(NamedTuple):
    """A post that a race is played with: it is only handed over, and reads no disk before.

    `fields`: the body's, as `asked` takes them; `more`: what the address says already.
    """

    rule: str
    kind: str
    fields: Mapping[str, type]
    more: Mapping[str, Any] = {}


RACE_POSTS = {
    "acts": RacePost("/api/v1/acts", "act", {"act": dict}),
    "undo": RacePost("/api/v1/undo", "act", {"to?": int}, {"act": {"act": "undo"}}),
    "redo": RacePost("/api/v1/redo", "act", {"to?": int}, {"act": {"act": "redo"}}),
    "press": RacePost("/api/v1/seats/<int:seat>/press", "press", {"button": str, "hold": bool}),
    "remedy": RacePost("/api/v1/seats/<int:seat>/remedy", "remedy", {"n": int}),
}
"""By Flask's name of the view."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where posts are handed in, and what the answers are made of."""

    post: Callable[[Post], None]
    now: Callable[[], Snapshot]
    dumps: Callable[[Any], str]

    def hand_over(self, asked: Post, lang: str, environ: Environ) -> tuple[int, bytes]:
        """Hand it to the loop, wait for the disk, put the answer into words. Where the server does
        the waiting itself, there is nothing to say yet.
        """
        self.post(asked)
        deferred = self.deferred(asked, lang)
        if wait := environ.get(DEFER):
            wait(deferred)
            return FINE, b""
        with suppress(TooSlow):
            asked.reply.result(ANSWER_S)
        return deferred.answer()

    def deferred(self, asked: Post, lang: str) -> Deferred:
        """The answer to a post that is handed over now."""
        return Deferred(asked.reply, ANSWER_S, partial(_worded, self.now, self.dumps, lang))


@dataclass(frozen=True, slots=True)
class DirectRacePosts:
    """The race's posts for a server that needs no view for them (direct_posts.py).

    `names`: what this table is called beside its addresses.
    """

    desk: Desk
    names: frozenset[str]

    def allows(self, endpoint: str, request: Request, client: str) -> bool:
        """Whether this is a post of the race that the guard lets pass."""
        known = endpoint in RACE_POSTS
        return known and request_guard.refusal(request, client, self.names) is None

    def check(
        self, endpoint: str, args: Mapping[str, Any], client: str, lang: str, body: Any
    ) -> DirectPost | None:
        """The post that this body makes; None if the view has to refuse it."""
        rule = RACE_POSTS[endpoint]
        post = asked(client, body, rule.kind, rule.fields, {**rule.more, **args})
        if isinstance(post, Refusal):
            return None
        return DirectPost(partial(self.desk.post, post), self.desk.deferred(post, lang))


def answer(desk: Desk, kind: str, fields: Mapping[str, type], more: Mapping[str, Any]) -> Any:
    """What a view says to a post of this kind."""
    post = asked(g.client, body(), kind, fields, more)
    if isinstance(post, Refusal):
        return error(post.status, post.key, **post.params)
    status, told = desk.hand_over(post, g.lang, request.environ)
    return Response(told, status, mimetype="application/json")


def asked(
    client: str,
    given: Any,
    kind: str,
    fields: Mapping[str, type],
    more: Mapping[str, Any],
) -> Post | Refusal:
    """The post that a body makes, or what is wrong with it.

    `given`: the body as JSON, None for none; `fields`: what it has beside `key` and `version`, with
    "?" what may be missing.
    """
    if wrong := _fault(given, fields):
        return wrong
    button = given.get("button")
    if button is not None and button not in BUTTONS:
        return Refusal(MALFORMED, "web.no_such_button", {"button": button[:20]})
    wanted = {name.rstrip("?"): given.get(name.rstrip("?")) for name in fields}
    return Post(kind, client, given["key"], {**wanted, **more}, given.get("version"))


def checked(fields: Mapping[str, type]) -> tuple[dict[str, Any], Any]:
    """The body, and what is answered if it is wrong (None: it is not)."""
    given = body()
    wrong = _fault(given, fields)
    return given, error(wrong.status, wrong.key, **wrong.params) if wrong else None


def body() -> Any:
    """The body as JSON, None if it is none."""
    return request.get_json(silent=True)


def _fault(given: Any, fields: Mapping[str, type]) -> Refusal | None:
    if not isinstance(given, dict):
        return Refusal(MALFORMED, "web.no_object", {})
    return _wrong_field(given, {"key": str, "version?": int, **fields})


def _wrong_field(body: Mapping[str, Any], fields: Mapping[str, type]) -> Refusal | None:
    names = {name.rstrip("?") for name in fields}
    for name in body:
        if name not in names:
            return Refusal(MALFORMED, "web.unknown_field", {"field": name[:40]})
    for spec, kind in fields.items():
        name = spec.rstrip("?")
        if name not in body:
            if not spec.endswith("?"):
                return Refusal(MALFORMED, "web.missing_field", {"field": name})
        elif type(body[name]) is not kind:
            return Refusal(MALFORMED, "web.wrong_type", {"field": name, "type": _TYPES[kind]})
    if not 1 <= len(body["key"]) <= MOST_KEY:
        return Refusal(MALFORMED, "web.wrong_key", {"most": MOST_KEY})
    return None


def _worded(
    now: Callable[[], Snapshot], dumps: Callable[[Any], str], lang: str, came: Answer | None
) -> tuple[int, bytes]:
    """Status and body for what came of a post; None: nothing in time."""
    answer = came or Answer(BROKEN, key="web.too_slow")
    told: dict[str, Any]
    if answer.status != FINE:
        wrong = _wrong(answer.key, answer.params, lang)
        told = {"error": wrong | {"remedy": list(answer.remedy) or None}}
        if answer.status == REFUSED:
            told["state"] = state_json.state(now(), lang)
    else:
        events = [messages.event_json(event, lang) for event in answer.events]
        told = {"version": answer.version, "events": events}
        if answer.race is not None:
            told["id"] = answer.race
    return answer.status, dumps(told).encode()


def error(status: int, key: str, **params: Any) -> tuple[Response, int]:
    """A refusal in the phone's language."""
    return jsonify(error=_wrong(key, params, g.lang)), status


def _wrong(key: str, params: Mapping[str, Any], lang: str) -> dict[str, Any]:
    text = messages.sentence(key, params, lang)
    return {"key": key, "params": messages.params_json(params), "text": text}
