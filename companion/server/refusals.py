"""Refusals by the server itself: no view has seen the request."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Request

from companion import messages
from companion.server import request_guard, wsgi
from companion.server.wsgi import HttpResponse


def refuse_request(scope: Mapping[str, Any], status: int, key: str) -> HttpResponse:
    """Refuse the request of an ASGI scope, in its language."""
    request = Request(wsgi.environ(scope, b"", lambda deferred: None), populate_request=False)
    return refuse(status, key, request_guard.language(request))


def refuse(status: int, key: str, lang: str = messages.ENGLISH) -> HttpResponse:
    """Refuse in this language; the connection ends."""
    error = {"key": key, "params": {}, "text": messages.sentence(key, lang=lang)}
    body = json.dumps({"error": error}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        (b"content-length", b"%d" % len(body)),
    ]
    return HttpResponse(status, headers, body)
