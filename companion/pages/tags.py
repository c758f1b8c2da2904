"""The known tags: their list, a deck card by card, the tag file, the check sheet."""

from typing import Any

from flask import Response, abort, g, jsonify, request

from companion import strict_json
from companion.errors import Refused
from companion.pages.responses import download
from companion.pages.route import JSON
from companion.pages.web import Web

MOST_COMPOSITION = 500
"""Most characters of a deck's composition in a query."""


def tags(web: Web) -> Response:
    """Every known tag, and how much of each deck is known."""
    return jsonify(web.saved.tags(g.lang))


def deck(web: Web) -> Response:
    """The deck in the query, card by card. Raises Refused."""
    return jsonify(_deck(web))


def export(web: Web) -> Response:
    """The tag file."""
    return download(web.saved.tag_file(), JSON, "companion-tags.json")


def check_sheet(web: Web) -> dict[str, Any]:
    """The values of a deck's check sheet, to print."""
    try:
        deck = _deck(web)
    except Refused:
        abort(404)
    return {"deck": deck, "game": f"ui.game_{deck['game']}"}


def _deck(web: Web) -> dict[str, Any]:
    args = request.args
    text = args.get("composition", "null")
    try:
        composition = strict_json.read(text) if len(text) <= MOST_COMPOSITION else text
    except ValueError:
        composition = text  # not a composition, so it is refused later
    named = args.get("deck") or args.get("colour", "")
    return web.saved.deck(args.get("game", ""), named, composition, g.lang)
