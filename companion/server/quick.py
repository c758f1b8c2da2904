"""What a race is played with goes past the web server's layers: one look at the bytes that came.

A phone's posts differ in their bodies; what their head says, whose it is and whether it may, is
read once, by the same parser, router and checks as everywhere, and known from then on. Only what is
right goes this way. Whatever else there is to say, a refusal or a cookie, Flask's view says: so it
is said as everywhere.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import unquote

import h11
from flask import Flask
from werkzeug.exceptions import Forbidden, HTTPException

from companion.pages import posts as app_posts
from companion.server import request_guard as guard
from companion.server import wsgi
from companion.server.fair_turns import Asker
from companion.server.request_guard import Refusal
from companion.server.wsgi import Awaited, Headers


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

NAME = "quick"
"""Of an application's extension that is a Quick."""

MOST_BYTES = 4096
"""Of a request that is looked at here, its head included: all acts of the pages are smaller."""

MOST_HEADS = 128
"""Heads that are known at a time."""

HEADERS: Headers = [
    (name.lower().encode(), text.encode())
    for name, text in (
        ("Content-Type", "application/json"),
        *guard.LOCKS.items(),
        guard.FLEETING,
        ("Vary", "Cookie"),
    )
]
"""Of every answer to such a post."""

_START, _END = b"POST /api/v1/", b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,4})[ \t]*\r\n", re.IGNORECASE)
_FRAMING = re.compile(rb"content-length|transfer-encoding", re.IGNORECASE)


class Way(NamedTuple):
    """How a connection came: `server` and `client` as in the scope of a request (ASGI)."""

    scheme: str
    server: tuple[str, int | None] | None
    client: str


class Head(NamedTuple):
    """What a request's head says: which call it is, of which phone, in which language."""

    call: Call
    said: Mapping[str, Any]
    client: str
    lang: str
    asker: Asker


class Asked(NamedTuple):
    """A post that is right. `awaited`: its answer, once it has been handed over."""

    hand_over: Callable[[], None]
    awaited: Awaited
    asker: Asker


class Quick:
    """Looks at what came on a connection that nothing else is on its way on."""

    def __init__(self, app: Flask, desk: app_posts.Desk, names: frozenset[str]):
        self._app = app
        self._desk = desk
        self._names = names
        self._head = lru_cache(maxsize=MOST_HEADS)(self._look)

    def asked(self, data: bytes, way: Way) -> Asked | bool:
        """The post that these bytes are, the whole of it. False if it is Flask's to answer, True if
        that cannot be said before the rest of its body is here.
        """
        if len(data) > MOST_BYTES or not data.startswith(_START):
            return False
        end = data.find(_END) + len(_END)
        length = _LENGTH.search(data, 0, end)
        if length is None:
            return False
        missing = int(length[1]) - (len(data) - end)
        head = missing >= 0 and self._head(data[: length.start()], data[length.end() : end], way)
        if not head or missing:
            return bool(head)
        try:
            given = self._app.json.loads(data[end:])
        except ValueError:
            return False
        call, said, client, lang, asker = head
        post = app_posts.asked(client, given, call.kind, call.fields, {**call.more, **said})
        if isinstance(post, Refusal):
            return False
        return Asked(partial(self._desk.post, post), self._desk.awaited(post, lang), asker)

    def _look(self, before: bytes, behind: bytes, way: Way) -> Head | None:
        """What a head says, its length cut out: there is nothing else that a verdict could depend
        on. None if it is Flask's.
        """
        goes_on = behind.startswith((b" ", b"\t"))  # what was cut out was not the whole length
        if goes_on or _FRAMING.search(before) or _FRAMING.search(behind):
            return None
        scope = _scope(before + b"\r\nContent-Length: 0\r\n" + behind, way)
        with suppress(HTTPException):
            return self._verdict(scope) if scope else None
        return None

    def _verdict(self, scope: Mapping[str, Any]) -> Head:
        """Raises HTTPException if it is Flask's."""
        app = self._app
        environ = wsgi.environ(scope, b"", lambda awaited: None)
        request = app.request_class(environ, populate_request=False)
        adapter = app.create_url_adapter(request)
        session = app.session_interface.open_session(app, request)
        if adapter is None or session is None:
            raise Forbidden
        view, said = adapter.match()
        client = session.get("client", "")
        told = app.session_interface.should_set_cookie(app, session)
        if view not in CALLS or told or guard.turned_away(request, client, self._names):
            raise Forbidden
        return Head(CALLS[view], said, client, guard.language(request), Asker.of(scope))


def _scope(head: bytes, way: Way) -> dict[str, Any] | None:
    """The scope (ASGI) of a request without a body. None if this is more than a head, or one after
    which a connection does not simply go on.
    """
    parser = h11.Connection(h11.SERVER)
    try:
        parser.receive_data(head)
        request, asks = parser.next_event(), parser.they_are_waiting_for_100_continue
        end = parser.next_event()
    except h11.RemoteProtocolError:
        return None
    if not (isinstance(request, h11.Request) and isinstance(end, h11.EndOfMessage)):
        return None
    if asks or parser.their_state is not h11.DONE or parser.trailing_data[0]:
        return None
    path, _, query = request.target.partition(b"?")
    return {
        "method": request.method.decode("ascii"),
        "path": unquote(path.decode("ascii")),
        "query_string": query,
        "http_version": request.http_version.decode("ascii"),
        "scheme": way.scheme,
        "server": way.server,
        "client": (way.client, 0),
        "headers": [(name.lower(), text) for name, text in request.headers],
    }
