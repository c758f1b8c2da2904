"""Flask called from the event loop: PEP 3333, and deferred answers."""

from concurrent.futures import Future
from typing import Any

import pytest

from companion.server.wsgi import (
    DEFER,
    Deferred,
    Environ,
    HttpResponse,
    StartResponse,
    call,
    environ,
)


def scope(**more: Any) -> dict[str, Any]:
    return {
        "method": "POST",
        "path": "/é",
        "query_string": b"a=%20",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("10.0.0.1", 80),
        "client": ("10.0.0.2", 5000),
        "headers": [
            (b"host", b"table"),
            (b"content-length", b"2"),
            (b"x-one", b"1"),
            (b"x-one", b"2"),
        ],
        **more,
    }


def test_an_environment_describes_the_request() -> None:
    told = environ(scope(), b"{}", lambda awaited: None)
    assert told["PATH_INFO"].encode("latin-1").decode() == "/é"
    assert (told["REQUEST_METHOD"], told["QUERY_STRING"]) == ("POST", "a=%20")
    assert (told["REMOTE_ADDR"], told["SERVER_PORT"]) == ("10.0.0.2", "80")
    assert (told["HTTP_HOST"], told["CONTENT_LENGTH"]) == ("table", "2")
    assert told["HTTP_X_ONE"] == "1,2"
    assert told["wsgi.input"].read() == b"{}"


def test_a_connection_without_addresses_has_an_environment() -> None:
    told = environ(scope(client=None, server=None), b"", lambda awaited: None)
    assert (told["REMOTE_ADDR"], told["SERVER_NAME"], told["SERVER_PORT"]) == ("", "", "0")


def test_a_header_with_an_underscore_is_dropped() -> None:
    given = [(b"content_type", b"application/json"), (b"content_length", b"9")]
    told = environ(scope(headers=given), b"", lambda awaited: None)
    assert "CONTENT_TYPE" not in told
    assert told["CONTENT_LENGTH"] == "0"


def test_a_chunked_body_gets_a_length() -> None:
    given = [(b"transfer-encoding", b"chunked")]
    told = environ(scope(headers=given), b"whole", lambda awaited: None)
    assert told["CONTENT_LENGTH"] == "5"
    assert "HTTP_TRANSFER_ENCODING" not in told


def test_an_answer_is_read_whole_and_its_iterable_closed() -> None:
    closed = []

    class Parts(list[bytes]):
        def close(self) -> None:
            closed.append(True)

    def app(told: Environ, start: StartResponse) -> Parts:
        start("201 Created", [("X-Name", "é")])(b"first ")
        return Parts([b"second ", b"third"])

    assert call(app, {}) == HttpResponse(201, [(b"x-name", b"\xe9")], b"first second third")
    assert closed == [True]


def test_a_failed_answers_iterable_is_closed() -> None:
    closed = []

    class Parts:
        def __iter__(self) -> Any:
            raise ValueError("broken")

        def close(self) -> None:
            closed.append(True)

    with pytest.raises(ValueError, match="broken"):
        call(lambda told, start: Parts(), {})
    assert closed == [True]


def test_awaited_answer_replaces_only_status_length_and_body() -> None:
    left: list[Deferred] = []
    told = environ(scope(), b"", left.append)
    coming: Future[str] = Future()
    told[DEFER](
        Deferred(coming, 1.0, lambda came: (200, came.encode()) if came else (503, b"late"))
    )
    begun = HttpResponse(200, [(b"x-frame-options", b"DENY"), (b"content-length", b"0")], b"")
    lock = (b"x-frame-options", b"DENY")
    assert left[0].complete(begun) == HttpResponse(503, [lock, (b"content-length", b"4")], b"late")
    coming.set_result("there")
    assert left[0].complete(begun) == HttpResponse(200, [lock, (b"content-length", b"5")], b"there")
