"""The web side of the stickers: pages, what is known, and what a phone may do with them."""

import json
from collections.abc import Callable
from typing import Any, Protocol

from flask import Flask, Response, abort, jsonify, request

from companion.errors import Refused
from companion.table.posts import MALFORMED

MOST_COMPOSITION = 500
"""Characters of a deck's composition in an address."""


class Tags(Protocol):
    """The stickers that are known (companion/library/races.py)."""

    def tags(self, lang: str) -> dict[str, Any]: ...
    def deck(self, game: str, named: str, composition: Any, lang: str) -> dict[str, Any]: ...
    def tag_file(self) -> str: ...


def add_pages(app: Flask, saved: Tags, page: Callable[..., str], lang: Callable[[], str]) -> None:
    """The page for learning, and the check sheet for the printer."""
    app.add_url_rule("/tags", "page_tags", lambda: page("tags.html"))

    @app.get("/tags/sheet")
    def sheet() -> str:
        try:
            deck = _deck(saved, lang())
        except Refused:
            abort(404)
        return page("checklist.html", deck=deck, game=f"ui.game_{deck['game']}")


def add_reads(app: Flask, saved: Tags, error: Callable[..., Any], lang: Callable[[], str]) -> None:
    """What is known. Anybody may look."""

    @app.get("/api/v1/tags")
    def tags() -> Response:
        return jsonify(saved.tags(lang()))

    @app.get("/api/v1/tags/deck")
    def deck() -> Any:
        try:
            return jsonify(_deck(saved, lang()))
        except Refused as refused:
            return error(MALFORMED, refused.key, **refused.params)

    @app.get("/api/v1/tags/export")
    def export_tags() -> Response:
        name = "attachment; filename=companion-tags.json"
        headers = {"Content-Disposition": name}
        return Response(saved.tag_file(), mimetype="application/json", headers=headers)


def add_writes(app: Flask, post: Callable[..., Any]) -> None:
    """What the host does, and what a player says of an unknown sticker."""

    @app.post("/api/v1/tags/learn")
    def learn() -> Any:
        return post(
            "learn",
            {
                "do": str,
                "game?": str,
                "deck?": str,
                "colour?": str,
                "composition?": dict,
                "reader?": int,
                "n?": int,
            },
        )

    @app.post("/api/v1/tags/name")
    def name() -> Any:
        return post("name", {"uid": str, "piece": dict})

    @app.post("/api/v1/tags/import")
    def import_tags() -> Any:
        return post("import", {"file": str})


def _deck(saved: Tags, lang: str) -> dict[str, Any]:
    """The deck that the address names. Raises Refused."""
    asked = request.args
    text = asked.get("composition", "null")
    try:
        composition = json.loads(text) if len(text) <= MOST_COMPOSITION else text
    except (ValueError, RecursionError):
        composition = text  # no composition either, and refused as one
    named = asked.get("deck") or asked.get("colour", "")
    return saved.deck(asked.get("game", ""), named, composition, lang)
