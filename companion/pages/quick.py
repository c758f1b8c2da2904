"""What a race is played with goes past Flask: the same checks without its contexts and signals.

They are made on the server's loop, and Flask itself took most of their time. Only what is right
goes this way. Whatever else there is to say, a refusal or a cookie, Flask's view says: so it is
said as everywhere.
"""

import io
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.exceptions import Forbidden, HTTPException
from werkzeug.wsgi import get_input_stream

from companion.pages import app_posts, guard
from companion.pages.guard import Refusal
from companion.pages.wsgi import Environ, StartResponse
from companion.posts import Post


class Call(NamedTuple):
    """A post that only has to be handed over: it reads no disk, so that it needs no thread.

    `fields`: the body's, as `app_posts.asked` takes them; `more`: what the address says already.
    """

    rule: str
    kind: str
    fields: Mapping[str, type]
    more: Mapping[str, Any] = {}


CALLS = {
    "acts": Call("/api/v1/acts", "act", {"act": dict}),
    "undo": Call("/api/v1/undo", "act", {"to?": int}, {"act": {"act": "undo"}}),
    "redo": Call("/api/v1/redo", "act", {"to?": int}, {"act": {"act": "redo"}}),
    "press": Call("/api/v1/seats/<int:seat>/press", "press", {"button": str, "hold": bool}),
    "remedy": Call("/api/v1/seats/<int:seat>/remedy", "remedy", {"n": int}),
}
"""By Flask's name of the view."""

_PATHS = re.compile("|".join(call.rule.replace("<int:seat>", r"\d+") for call in CALLS.values()))

_HEADERS = [
    ("Content-Type", "application/json"),
    *guard.LOCKS.items(),
    guard.FLEETING,
    ("Vary", "Cookie"),
]


MOST_HEADS = 128
"""Heads that are not looked at again. A phone's posts differ in their bodies."""


def is_quick(method: str, path: str) -> bool:
    """Whether this is one of these calls."""
    return method == "POST" and _PATHS.fullmatch(path) is not None


class Head(NamedTuple):
    """What a request's head says: which call it is, of which phone, in which language."""

    call: Call
    said: Mapping[str, Any]
    client: str
    lang: str


class Quick:
    """A WSGI application around Flask's own."""

    def __init__(self, app: Flask, desk: app_posts.Desk, names: frozenset[str]):
        self._app = app
        self._flask = app.wsgi_app
        self._desk = desk
        self._names = names
        self._head = lru_cache(maxsize=MOST_HEADS)(self._look)

    def __call__(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        asked = None
        if is_quick(environ["REQUEST_METHOD"], environ["PATH_INFO"]):
            asked = self._asked(environ)
        if asked is None:
            return self._flask(environ, start)
        status, told = self._desk.hand_over(*asked, environ)
        length = ("Content-Length", str(len(told)))
        start(f"{status} {HTTPStatus(status).phrase}", [*_HEADERS, length])
        return [told]

    def _asked(self, environ: Environ) -> tuple[Post, str] | None:
        """The post and the phone's language; None if it is Flask's to answer."""
        words = (item for item in environ.items() if isinstance(item[1], str))
        try:
            head = self._head(tuple(item for item in words if item[0] != "CONTENT_LENGTH"))
            body = get_input_stream(environ, True, self._app.config["MAX_CONTENT_LENGTH"]).read()
        except HTTPException:
            return None
        environ["wsgi.input"] = io.BytesIO(body)
        try:
            given = self._app.json.loads(body)
        except ValueError:
            return None
        call, said, client, lang = head
        post = app_posts.asked(client, given, call.kind, call.fields, {**call.more, **said})
        return None if isinstance(post, Refusal) else (post, lang)

    def _look(self, words: tuple[tuple[str, str], ...]) -> Head:
        """What these words of an environment say, all of them but the body's length: there is
        nothing else that a verdict could depend on. Raises HTTPException if it is Flask's.
        """
        app = self._app
        request = app.request_class(dict(words), populate_request=False)
        adapter = app.create_url_adapter(request)
        session = app.session_interface.open_session(app, request)
        if adapter is None or session is None:
            raise Forbidden
        view, said = adapter.match()
        client = session.get("client", "")
        told = app.session_interface.should_set_cookie(app, session)
        if told or guard.turned_away(request, client, self._names):
            raise Forbidden
        return Head(CALLS[view], said, client, guard.language(request))
