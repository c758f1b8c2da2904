"""The saved races: their list, their acts, their files, records."""

from typing import Any

from flask import Response, g, jsonify, request

from companion.library.play_files import FILES
from companion.pages.responses import download, found
from companion.pages.web import Web


def races(web: Web) -> Response:
    """The list of races."""
    return jsonify(races=web.saved.races())


def race(web: Web, race_id: int) -> Response:
    """One race with all its acts."""
    return jsonify(_found(web.saved.race(race_id), race_id))


def past(web: Web, race_id: int) -> Response:
    """The timeline of a race: every act, for people to read."""
    return jsonify(_found(web.saved.past(race_id, g.lang), race_id))


def story(web: Web, race_id: int) -> Response:
    """A race's figures by round."""
    return jsonify(_found(web.saved.story(race_id, g.lang), race_id))


def drive(web: Web, race_id: int) -> Response:
    """A race driven again on its laid course."""
    return jsonify(_found(web.saved.drive(race_id), race_id))


def ghosts(web: Web, race_id: int) -> Response:
    """The best earlier races of a race's players on its course."""
    return jsonify(ghosts=_found(web.saved.ghosts(race_id), race_id))


def records(web: Web) -> Response:
    """The records of a game."""
    return jsonify(web.saved.records(request.args.get("game", "")))


def export(web: Web, race_id: int) -> Response:
    """A race as a file."""
    form = request.args.get("format", "json")
    text, mimetype = _found(web.saved.export(race_id, form, g.lang), race_id)
    return download(text, mimetype, f"race-{race_id}{file_ending(form)}")


def file_ending(form: str) -> str:
    """What follows the number in the name of an exported file."""
    return FILES[form].ending if form in FILES else f".{form}"


def play(web: Web, race_id: int) -> Response:
    """A finished race for the logs of other programs."""
    return jsonify(_found(web.saved.play(race_id, g.lang), race_id))


def _found(value: Any, race_id: int) -> Any:
    return found(value, "web.no_such_race", race=race_id)
