"""Flask as the event loop calls it: a request that is here whole, an answer that is made whole.

Both are small (server.py), so nothing has to go to and fro between threads while Flask is at work.
A view that has to wait for something leaves that to the loop, and no thread waits: see `Awaited`.
"""

import io
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

WAIT = "companion.wait"
"""Where a request's environment has the way to leave the waiting to the server."""

Environ = dict[str, Any]
StartResponse = Callable[..., Callable[[bytes], object]]
App = Callable[[Environ, StartResponse], Iterable[bytes]]
Headers = list[tuple[bytes, bytes]]


class Reply(NamedTuple):
    """An answer, whole."""

    status: int
    headers: Headers
    body: bytes


class Awaited(NamedTuple):
    """What a view leaves to the server: `environ[WAIT]` takes it, and the view's own answer is only
    the headers then. `finish` makes status and body of what came, or of None after `within_s`.
    """

    coming: "Future[Any]"
    within_s: float
    finish: Callable[[Any], tuple[int, bytes]]

    def answer(self) -> tuple[int, bytes]:
        """Status and body for what has come, or has not."""
        return self.finish(self.coming.result() if self.coming.done() else None)

    def finished(self, begun: Reply) -> Reply:
        """The answer that the view has begun, with what came."""
        status, body = self.answer()
        headers = [header for header in begun.headers if header[0] != b"content-length"]
        return Reply(status, [*headers, (b"content-length", b"%d" % len(body))], body)


def call(app: App, environ: Environ) -> Reply:
    """What the application says to this request (PEP 3333)."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    parts: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
        started[:] = [(status, headers)]
        return parts.append

    said = app(environ, start)
    try:
        parts.extend(said)
    finally:
        getattr(said, "close", lambda: None)()
    [(status, headers)] = started
    coded = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers]
    return Reply(int(status[:3]), coded, b"".join(parts))


def environ(scope: Mapping[str, Any], body: bytes, wait: Callable[[Awaited], None]) -> Environ:
    """The environment of a request (PEP 3333) from its scope (ASGI) and its whole body.

    However the body came, in one piece or in chunks, it is here now and has this length. A header
    with an underscore is left out: it could not be told from the one with a dash.
    """
    host, port = scope["server"] or ("", 0)
    address, _ = scope["client"] or ("", 0)
    told: Environ = {
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
        WAIT: wait,
    }
    for name, value in scope["headers"]:
        if name in (b"content-length", b"transfer-encoding") or b"_" in name:
            continue
        header = _header(name.decode("latin-1"))
        text = value.decode("latin-1")
        told[header] = f"{told[header]},{text}" if header in told else text
    return told


def _header(name: str) -> str:
    """What a header is called there."""
    if name == "content-type":
        return "CONTENT_TYPE"
    return f"HTTP_{name.upper().replace('-', '_')}"
