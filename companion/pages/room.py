"""The web side of the simulated room: what an onlooker sees, and movements of hands."""

from collections.abc import Mapping
from typing import Any, Protocol

from flask import Flask, Response

from companion.pages.posts import body, error
from companion.table.posts import MALFORMED


class Hands(Protocol):
    """What the simulated room lets hands do (companion/drivers/simulated/room.py)."""

    def hand(self, movement: Mapping[str, Any]) -> None:
        """Carries out a movement; raises Refused if it makes no sense."""


def add(app: Flask, room: Hands) -> None:
    """The room's stream and its hands."""

    @app.get("/api/v1/room/stream")
    def room_stream() -> Response:
        headers = {"X-Stream": "room", "X-Stream-Phone": "room"}
        return Response(status=200, headers=headers, mimetype="text/event-stream")

    @app.post("/api/v1/room")
    def hand() -> Any:
        movement = body()
        if not isinstance(movement, dict):
            return error(MALFORMED, "web.no_object")
        try:
            room.hand(movement)
        except ValueError as wrong:
            key = getattr(wrong, "key", "web.no_object")
            return error(MALFORMED, key, **getattr(wrong, "params", {}))
        return Response(status=204)
