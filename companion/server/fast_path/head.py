"""A request's head as an ASGI scope, parsed by h11 as on the ordinary path."""

from typing import Any, NamedTuple
from urllib.parse import unquote

import h11


class Via(NamedTuple):
    """The route of a connection. `scheme`, `server`: as in an ASGI scope; `client`: its address."""

    scheme: str
    server: tuple[str, int | None] | None
    client: str


def parse_head(head: bytes, via: Via) -> dict[str, Any] | None:
    """Parse the head of a request without a body into an ASGI scope.

    None if the bytes are more than a valid head, or if the connection must not simply go on after
    the answer (`Connection: close`, an upgrade, `Expect: 100-continue`).
    """
    parser = h11.Connection(h11.SERVER)
    try:
        parser.receive_data(head)
        request, expects = parser.next_event(), parser.they_are_waiting_for_100_continue
        end = parser.next_event()
    except h11.RemoteProtocolError:
        return None
    if not (isinstance(request, h11.Request) and isinstance(end, h11.EndOfMessage)):
        return None
    if expects or parser.their_state is not h11.DONE or parser.trailing_data[0]:
        return None
    path, _, query = request.target.partition(b"?")
    return {
        "method": request.method.decode("ascii"),
        "path": unquote(path.decode("ascii")),
        "query_string": query,
        "http_version": request.http_version.decode("ascii"),
        "scheme": via.scheme,
        "server": via.server,
        "client": (via.client, 0),
        "headers": [(name.lower(), text) for name, text in request.headers],
    }
