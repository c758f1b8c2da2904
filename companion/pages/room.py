"""The simulated room: a stream of its seats, and movements of hands."""

from typing import Any

from flask import Response

from companion.errors import CompanionError
from companion.pages.responses import error
from companion.pages.state import to_hub
from companion.pages.web import Web
from companion.table.posts import MALFORMED


def stream(web: Web) -> Response:
    """Open the room's stream: the server hands the connection to the hub (server/asgi.py)."""
    return to_hub("room")


def hand(web: Web, movement: dict[str, Any]) -> Any:
    """Carry out a movement of a hand. Raises Refused if it is impossible."""
    assert web.room
    try:
        web.room.hand(movement)
    except CompanionError:
        raise
    except ValueError:
        return error(MALFORMED, "web.no_object")
    return Response(status=204)
