"""The seasons, the course book, the players of earlier races."""

from datetime import date
from typing import Any

from flask import Response, abort, g, jsonify, request

from companion.errors import Refused
from companion.pages.races import file_ending
from companion.pages.responses import download, found
from companion.pages.web import Web


def seasons(web: Web) -> Response:
    """The list of seasons."""
    return jsonify(seasons=web.saved.seasons())


def season(web: Web, season: int) -> Response:
    """A season with its tables."""
    return jsonify(_found(web.saved.season(season, g.lang), season))


def export(web: Web, season: int) -> Response:
    """A season as a file."""
    form = request.args.get("format", "json")
    text, mimetype = _found(web.saved.season_export(season, form, g.lang), season)
    return download(text, mimetype, f"season-{season}{file_ending(form)}")


def courses(web: Web) -> Response:
    """The course book."""
    return jsonify(courses=web.saved.courses())


def course_picture(web: Web) -> Response:
    """A course's picture, 404 without one."""
    try:
        picture = web.saved.course_picture(request.args.get("name", ""))
    except Refused:
        picture = None
    if picture is None:
        abort(404)
    mimetype, data = picture
    return Response(data, mimetype=mimetype)


def course_proposals(web: Web, body: dict[str, Any]) -> Response:
    """Courses laid from the track pieces in the box. Raises Refused if they do not suffice."""
    found = web.saved.course_proposals(body["length"], body["difficulty"], body["seed"])
    return jsonify(courses=found)


def today(web: Web) -> Response:
    """The courses for today, by the clock of this machine."""
    return jsonify(web.saved.today(date.today()))


def course_fairness(web: Web, body: dict[str, Any]) -> Response:
    """How often each start place of a laid course wins. Raises Refused."""
    return jsonify(web.saved.fairness(body["laid"]))


def players(web: Web) -> Response:
    """The players of all saved races."""
    return jsonify(players=web.saved.players())


def _found(value: Any, season: int) -> Any:
    return found(value, "season.none_such", season=season)
