"""Flask called from the event loop: a complete request in, a complete response out (PEP 3333).

Requests and responses are small (asgi.py), so nothing travels between threads while Flask works. A
view that would have to wait leaves that to the event loop, and no thread waits: see `Deferred`.
"""

import io
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from http import HTTPStatus
from typing import Any, NamedTuple

_UNREAD = frozenset(
    b"content-length transfer-encoding range if-range if-modified-since if-unmodified-since".split()
)
"""Headers that no view needs. No response has a date or ranges, and an impossible date would break
Werkzeug's parser.
"""

DEFER = "companion.defer"
"""Key of the environment whose value a view calls with a `Deferred`."""

Environ = dict[str, Any]
StartResponse = Callable[..., Callable[[bytes], object]]
App = Callable[[Environ, StartResponse], Iterable[bytes]]
Headers = list[tuple[bytes, bytes]]


class HttpResponse(NamedTuple):
    """A complete response."""

    status: int
    headers: Headers
    body: bytes

    def encode(self, default_headers: Headers) -> bytes:
        """The bytes on the wire. `default_headers`: those of every response of the server."""
        lines = [b"HTTP/1.1 %d %s" % (self.status, HTTPStatus(self.status).phrase.encode())]
        lines += [b"%s: %s" % header for header in (*default_headers, *self.headers)]
        return b"\r\n".join((*lines, b"", self.body))


class Deferred(NamedTuple):
    """Status and body that a view leaves to the server; its own response then has only the headers.

    `finish` makes them from the future's result, or from None if it is not there after `timeout_s`.
    """

    future: "Future[Any]"
    timeout_s: float
    finish: Callable[[Any], tuple[int, bytes]]

    def answer(self) -> tuple[int, bytes]:
        """Status and body, with the result if it is there."""
        return self.finish(self.future.result() if self.future.done() else None)

    def complete(self, started: HttpResponse) -> HttpResponse:
        """The view's response with the deferred status and body."""
        status, body = self.answer()
        headers = [header for header in started.headers if header[0] != b"content-length"]
        return HttpResponse(status, [*headers, (b"content-length", b"%d" % len(body))], body)


def call(app: App, environ: Environ) -> HttpResponse:
    """Call a WSGI application and read its whole response."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    parts: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
        started[:] = [(status, headers)]
        return parts.append

    body = app(environ, start)
    try:
        parts.extend(body)
    finally:
        getattr(body, "close", lambda: None)()
    [(status, headers)] = started
    coded = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers]
    return HttpResponse(int(status[:3]), coded, b"".join(parts))


def environ(scope: Mapping[str, Any], body: bytes, defer: Callable[[Deferred], None]) -> Environ:
    """The WSGI environment for an ASGI scope and its whole body.

    The body has this length, whether it came in one piece or in chunks. A header with an underscore
    is dropped, as it would look like the one with a dash.
    """
    host, port = scope["server"] or ("", 0)
    address, _ = scope["client"] or ("", 0)
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": address,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        DEFER: defer,
        **_headers(scope["headers"]),
    }


def _headers(headers: Iterable[tuple[bytes, bytes]]) -> Environ:
    """The headers as variables of the environment; repeated ones are joined by commas."""
    variables: Environ = {}
    for name, value in headers:
        if name in _UNREAD or b"_" in name:
            continue
        variable, text = _variable(name.decode("latin-1")), value.decode("latin-1")
        variables[variable] = f"{variables[variable]},{text}" if variable in variables else text
    return variables


def _variable(header: str) -> str:
    """The name of a header in the environment."""
    if header == "content-type":
        return "CONTENT_TYPE"
    return f"HTTP_{header.upper().replace('-', '_')}"
