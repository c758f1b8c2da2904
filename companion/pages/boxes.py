"""The games' boxes: their contents, what is missing, the box file."""

from typing import Any

from flask import Response, abort, g, jsonify

from companion.library.boxes import games
from companion.pages.responses import download
from companion.pages.route import JSON
from companion.pages.web import Web


def boxes(web: Web) -> Response:
    """The games that need a box."""
    return jsonify(boxes=web.saved.boxes(g.lang))


def box(web: Web, game: str) -> Response:
    """A game's box as entered. Raises Refused for a game without one."""
    return jsonify(web.saved.box(game, g.lang))


def example(web: Web, game: str) -> Response:
    """An invented box. Raises Refused for a game without one."""
    return jsonify(web.saved.box_example(game))


def export(web: Web, game: str) -> Response:
    """The box file. Raises Refused for a game without one."""
    return download(web.saved.box_file(game), JSON, f"{game}-box.json")


def page(web: Web, game: str = "") -> dict[str, Any]:
    """The values of the page of all boxes or of one game's box."""
    if game and game not in games():
        abort(404)
    return {"box": game}
