"""The web side of what outlives a race: seasons, the course book, the players of earlier races."""

from collections.abc import Callable
from typing import Any, Protocol

from flask import Flask, Response, abort, jsonify, request

from companion.errors import Malformed, Refused
from companion.table.posts import REFUSED


class Books(Protocol):
    """What outlives a race (companion/library/library.py)."""

    def seasons(self) -> list[dict[str, Any]]: ...
    def season(self, number: int, lang: str) -> dict[str, Any] | None: ...
    def season_export(self, number: int, form: str, lang: str) -> tuple[str, str] | None: ...
    def courses(self) -> list[dict[str, Any]]: ...
    def course_picture(self, name: str) -> tuple[str, bytes] | None: ...
    def players(self) -> list[dict[str, Any]]: ...


Error = Callable[..., Any]


def add_pages(app: Flask, page: Callable[..., str]) -> None:
    """The pages of the seasons and of the course book."""
    app.add_url_rule("/seasons", "page_seasons", lambda: page("seasons.html"))
    app.add_url_rule("/courses", "page_courses", lambda: page("courses.html"))

    @app.get("/seasons/<int:season>")
    def page_season(season: int) -> str:
        return page("season.html", season=season)


def add_reads(app: Flask, books: Books, error: Error, lang: Callable[[], str]) -> None:
    """What is on the shelf. Anybody may look."""
    _add_seasons(app, books, error, lang)

    @app.get("/api/v1/courses")
    def courses() -> Response:
        return jsonify(courses=books.courses())

    @app.get("/api/v1/courses/picture")
    def course_picture() -> Response:
        try:
            found = books.course_picture(request.args.get("name", ""))
        except Refused:
            found = None
        if found is None:
            abort(404)
        kind, data = found
        return Response(data, mimetype=kind)

    @app.get("/api/v1/players")
    def players() -> Response:
        return jsonify(players=books.players())


def _add_seasons(app: Flask, books: Books, error: Error, lang: Callable[[], str]) -> None:
    def told(number: int, read: Callable[[], Any]) -> Any:
        """What was read, and why there is nothing."""
        try:
            found = read()
        except (Refused, Malformed) as no:
            return None, error(REFUSED, no.key, **no.params)
        if found is None:
            return None, error(404, "season.none_such", season=number)
        return found, None

    @app.get("/api/v1/seasons")
    def seasons() -> Response:
        return jsonify(seasons=books.seasons())

    @app.get("/api/v1/seasons/<int:season>")
    def season(season: int) -> Any:
        found, no = told(season, lambda: books.season(season, lang()))
        return no or jsonify(found)

    @app.get("/api/v1/seasons/<int:season>/export")
    def season_export(season: int) -> Any:
        form = request.args.get("format", "json")
        if form not in ("json", "csv"):
            return error(400, "web.no_such_format", format=form[:20])
        found, no = told(season, lambda: books.season_export(season, form, lang()))
        if no:
            return no
        text, mimetype = found
        name = f"attachment; filename=season-{season}.{form}"
        return Response(text, mimetype=mimetype, headers={"Content-Disposition": name})


def add_writes(app: Flask, post: Callable[..., Any]) -> None:
    """What the host writes."""

    @app.post("/api/v1/seasons")
    def new_season() -> Any:
        return post("season", {"name": str, "points?": list, "drop?": int})

    @app.post("/api/v1/seasons/<int:season>/acts")
    def season_act(season: int) -> Any:
        return post("season_act", {"act": dict}, season=season)

    @app.post("/api/v1/seasons/<int:season>/undo")
    def season_undo(season: int) -> Any:
        return post("season_act", {}, season=season, act={"act": "undo"})

    @app.post("/api/v1/seasons/<int:season>/redo")
    def season_redo(season: int) -> Any:
        return post("season_act", {}, season=season, act={"act": "redo"})

    @app.post("/api/v1/courses")
    def put_course() -> Any:
        fields = {"name": str, "limits": list, "flag": str, "note?": str, "picture?": str}
        return post("course", fields)

    @app.post("/api/v1/courses/remove")
    def remove_course() -> Any:
        return post("course_remove", {"name": str})
