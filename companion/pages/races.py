"""The web side of the saved races: lists, files, and what a race was like."""

from collections.abc import Callable
from typing import Any, Protocol

from flask import Flask, Response, jsonify, request

from companion.errors import Malformed, Refused
from companion.library import timeline as past
from companion.table.posts import MALFORMED, REFUSED


class Races(past.Pasts, Protocol):
    """What was played (companion/library/races.py)."""

    def races(self) -> list[dict[str, Any]]: ...
    def race(self, race_id: int) -> dict[str, Any] | None: ...
    def export(self, race_id: int, form: str) -> tuple[str, str] | None: ...
    def story(self, race_id: int) -> dict[str, Any] | None: ...
    def records(self, game: str) -> dict[str, Any]: ...


Error = Callable[..., Any]


def add_pages(app: Flask, page: Callable[..., str]) -> None:
    """The list, the races' pasts, and one race after its end."""
    app.add_url_rule("/races", "page_races", lambda: page("races.html"))
    app.add_url_rule("/history", "page_history", lambda: page("history.html"))

    @app.get("/races/<int:race_id>")
    def page_race(race_id: int) -> str:
        return page("race.html", race=race_id)


def add_reads(app: Flask, saved: Races, error: Error, lang: Callable[[], str]) -> None:
    """What was played. Anybody may look."""
    past.add(app, saved, error, lang)

    @app.get("/api/v1/races")
    def races() -> Response:
        return jsonify(races=saved.races())

    @app.get("/api/v1/races/<int:race_id>")
    def race(race_id: int) -> Any:
        told = saved.race(race_id)
        return jsonify(told) if told else error(404, "web.no_such_race", race=race_id)

    @app.get("/api/v1/races/<int:race_id>/story")
    def race_story(race_id: int) -> Any:
        try:
            told = saved.story(race_id)
        except (Refused, Malformed) as no:
            return error(REFUSED, no.key, **no.params)
        return jsonify(told) if told else error(404, "web.no_such_race", race=race_id)

    @app.get("/api/v1/records")
    def records() -> Any:
        try:
            return jsonify(saved.records(request.args.get("game", "")))
        except Refused as no:
            return error(MALFORMED, no.key, **no.params)

    @app.get("/api/v1/races/<int:race_id>/export")
    def export(race_id: int) -> Any:
        form = request.args.get("format", "json")
        if form not in ("json", "jsonl", "csv"):
            return error(400, "web.no_such_format", format=form[:20])
        told = saved.export(race_id, form)
        if told is None:
            return error(404, "web.no_such_race", race=race_id)
        text, mimetype = told
        name = f"attachment; filename=race-{race_id}.{form}"
        return Response(text, mimetype=mimetype, headers={"Content-Disposition": name})
