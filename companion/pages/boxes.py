"""The web side of the games' boxes: what is entered, what is missing, and the file of it."""

from collections.abc import Callable
from typing import Any, Protocol

from flask import Flask, Response, abort, jsonify

from companion.errors import Refused
from companion.library.boxes import games


class Boxes(Protocol):
    """What lies in the games' boxes (companion/library/library.py)."""

    def boxes(self, lang: str) -> list[dict[str, Any]]: ...
    def box(self, game: str, lang: str) -> dict[str, Any]: ...
    def box_example(self, game: str) -> dict[str, Any]: ...
    def box_file(self, game: str) -> str: ...


def add_pages(app: Flask, page: Callable[..., str]) -> None:
    """The boxes, and one of them."""
    app.add_url_rule("/boxes", "page_boxes", lambda: page("box.html", box=""))

    @app.get("/boxes/<game>")
    def page_box(game: str) -> str:
        if game not in games():
            abort(404)
        return page("box.html", box=game)


def add_reads(app: Flask, boxes: Boxes, error: Callable[..., Any], lang: Callable[[], str]) -> None:
    """What is entered. Anybody may look."""

    def told(read: Callable[[], Any]) -> Any:
        try:
            return read()
        except Refused as no:
            return error(404, no.key, **no.params)

    @app.get("/api/v1/boxes")
    def all_boxes() -> Response:
        return jsonify(boxes=boxes.boxes(lang()))

    @app.get("/api/v1/boxes/<game>")
    def box(game: str) -> Any:
        return told(lambda: jsonify(boxes.box(game, lang())))

    @app.get("/api/v1/boxes/<game>/example")
    def box_example(game: str) -> Any:
        return told(lambda: jsonify(boxes.box_example(game)))

    @app.get("/api/v1/boxes/<game>/export")
    def box_export(game: str) -> Any:
        name = f"attachment; filename={game}-box.json"
        headers = {"Content-Disposition": name}
        return told(
            lambda: Response(boxes.box_file(game), mimetype="application/json", headers=headers)
        )


def add_writes(app: Flask, post: Callable[..., Any]) -> None:
    """What the host enters: all of it each time; nothing ({}) forgets it."""

    @app.put("/api/v1/boxes/<game>")
    def put_box(game: str) -> Any:
        return post("box", {"box": dict}, game=game)

    @app.post("/api/v1/boxes/<game>/import")
    def import_box(game: str) -> Any:
        return post("box_import", {"file": str}, game=game)
