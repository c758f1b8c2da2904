"""Recognise a direct post in the bytes that a connection received.

A phone's posts differ in their bodies; their heads are the same, byte for byte. So the verdict on a
head is made once, by the parser, router and checks of the ordinary path, and cached by its bytes.
The fast path takes valid posts only: refusals, cookies and anything unusual are left to Flask.
"""

import enum
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.server import request_guard as guard
from companion.server import wsgi
from companion.server.direct_posts import DirectPost, DirectPosts
from companion.server.fair_queue import Requester
from companion.server.fast_path.head import Via, parse_head

MOST_BYTES = 4096
"""Largest request that is examined, in bytes, head included: all acts of the pages are smaller."""

MOST_HEADS = 128
"""Most heads in the cache."""

_START, _END = b"POST /api/v1/", b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,4})[ \t]*\r\n", re.IGNORECASE)
_FRAMING = re.compile(rb"content-length|transfer-encoding", re.IGNORECASE)


class Found(enum.Enum):
    """Kinds of bytes that are not a complete direct post."""

    OTHER = "anything else"
    INCOMPLETE = "a direct post whose body is not complete"


class Verdict(NamedTuple):
    """An accepted head: the endpoint and its arguments, the phone and its language."""

    endpoint: str
    args: Mapping[str, Any]
    client: str
    lang: str
    requester: Requester


class Incoming(NamedTuple):
    """A complete direct post, and its requester."""

    post: DirectPost
    requester: Requester


class Recognizer:
    """Examines the bytes received on a connection that has no other request under way."""

    def __init__(self, app: Flask, posts: DirectPosts):
        self._app = app
        self._posts = posts
        self._verdict = lru_cache(maxsize=MOST_HEADS)(self._judge)

    def recognize(self, data: bytes, via: Via) -> Incoming | Found:
        """The direct post that the bytes form, exactly; else the kind of bytes found."""
        if len(data) > MOST_BYTES or not data.startswith(_START):
            return Found.OTHER
        end = data.find(_END) + len(_END)
        length = _LENGTH.search(data, 0, end)
        if length is None:
            return Found.OTHER
        missing = int(length[1]) - (len(data) - end)
        if missing < 0:
            return Found.OTHER
        verdict = self._verdict(data[: length.start()], data[length.end() : end], via)
        if verdict is None:
            return Found.OTHER
        return Found.INCOMPLETE if missing else self._incoming(verdict, data[end:])

    def _incoming(self, verdict: Verdict, body: bytes) -> Incoming | Found:
        try:
            given = self._app.json.loads(body)
        except ValueError:
            return Found.OTHER
        endpoint, args, client, lang, requester = verdict
        post = self._posts.check(endpoint, args, client, lang, given)
        return Incoming(post, requester) if post else Found.OTHER

    def _judge(self, before: bytes, after: bytes, via: Via) -> Verdict | None:
        """The verdict on a head without its Content-Length, the only part that varies.

        `before`, `after`: the head's bytes on either side of it. None: Flask has to answer.
        """
        continued = after.startswith((b" ", b"\t"))  # a folded line continues the length
        if continued or _FRAMING.search(before) or _FRAMING.search(after):
            return None
        scope = parse_head(before + b"\r\nContent-Length: 0\r\n" + after, via)
        with suppress(HTTPException):
            return self._accept(scope) if scope else None
        return None

    def _accept(self, scope: Mapping[str, Any]) -> Verdict | None:
        """Ask Flask's router, session and guard. Raises HTTPException if no rule matches."""
        app = self._app
        environ = wsgi.environ(scope, b"", lambda deferred: None)
        request = app.request_class(environ, populate_request=False)
        adapter = app.create_url_adapter(request)
        session = app.session_interface.open_session(app, request)
        if adapter is None or session is None:
            return None
        endpoint, args = adapter.match()
        client = session.get("client", "")
        sets_cookie = app.session_interface.should_set_cookie(app, session)
        if sets_cookie or not self._posts.allows(endpoint, request, client):
            return None
        return Verdict(endpoint, args, client, guard.language(request), Requester.of(scope))
