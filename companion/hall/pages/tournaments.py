"""The pages and calls of tournaments: entry, draw, races, results, undo."""

import io
import random
from typing import Any

import segno
from flask import Response, abort, g, jsonify, session

from companion import messages
from companion.errors import Forbidden, Malformed, Refused
from companion.games.game import Act
from companion.hall import tournament_cards
from companion.hall.pages import secrecy
from companion.hall.pages.web import HallWeb
from companion.hall.tournament.entries import names_in
from companion.hall.tournament.proposals import next_finals, next_round
from companion.hall.tournament.state import State
from companion.hall.tournaments import Make

ANSWER_S = 2.0
"""How long tables have to answer: less than the page waits (lib/api.js)."""

MOST_ENTRIES = 6
"""Players whom one browser may enter in a tournament."""

Json = dict[str, Any]


def listing(web: HallWeb) -> Json:
    """The values of the page with all tournaments."""
    return {"now": web.shown("tournaments", "", g.lang)}


def one(web: HallWeb, id: int) -> Json:
    """The values of a tournament's pages for everybody."""
    _check(web, id)
    return {"now": web.shown("tournament", str(id), g.lang), "id": id}


def conduct(web: HallWeb, id: int) -> Json:
    """The values of its director's page; without the PIN it asks for it."""
    _check(web, id)
    kind = "conduct" if g.director else "tournament"
    return {"now": web.shown(kind, str(id), g.lang), "id": id}


def create(web: HallWeb, body: Json) -> Response:
    """Begin a tournament."""
    return jsonify(id=web.tournaments.create(_without_key(body)))


def act(web: HallWeb, body: Json, id: int) -> Response:
    """Apply an act. `after`: how many acts the director's page has shown, for undo and redo."""
    given, after = body.get("act"), body.get("after")
    if not isinstance(given, dict) or not (after is None or type(after) is int):
        raise Malformed("web.bad_request")
    return _apply(web, id, lambda state: given, after)


def enter(web: HallWeb, body: Json, id: int) -> Response:
    """A player enters by a link or QR code; returns the player's number."""
    _check(web, id)
    entered = session.get("entered", {})
    if entered.get(str(id), 0) >= MOST_ENTRIES:
        raise Refused("tournament.many_entries", most=MOST_ENTRIES)
    name = body.get("name")
    _apply(web, id, lambda state: _entry(state, name))
    session["entered"] = {**entered, str(id): entered.get(str(id), 0) + 1}
    players = web.tournaments.running[id].state.players
    return jsonify(player=next(each.n for each in players if each.is_called(str(name))))


def bring(web: HallWeb, body: Json, id: int) -> Response:
    """Enter the players of a CSV file, or of a list with a name on each line."""
    if not isinstance(text := body.get("text"), str):
        raise Malformed("web.bad_request")
    if not (names := names_in(text)):
        raise Refused("tournament.no_names")
    return _apply(web, id, lambda state: {"act": "import", "names": names})


def draw(web: HallWeb, body: Json, id: int) -> Response:
    """Draw the next round."""
    return _apply(web, id, lambda state: next_round(state, random.SystemRandom()))


def finals(web: HallWeb, body: Json, id: int) -> Response:
    """Draw so many finals of the best players."""
    best, count = body.get("best"), body.get("finals")
    if type(best) is not int or type(count) is not int or not 1 <= count <= 100:
        raise Malformed("web.bad_request")
    return _apply(web, id, lambda state: next_finals(state, best, count, random.SystemRandom()))


def prepare(web: HallWeb, body: Json, id: int) -> Response:
    """Prepare races on their tables: those of `races`, or all that wait for it."""
    _check(web, id)
    races = body.get("races")
    if races is None:
        open = web.tournaments.running[id].state.open
        races = [race.n for race in open if race.waiting and race.table and not race.prepared]
    if not isinstance(races, list) or not all(type(race) is int for race in races):
        raise Malformed("web.bad_request")
    ready = web.preparing.prepare(id, races, ANSWER_S)
    params = {"n": ready, "of": len(races)}
    return _said(web, id, messages.sentence("tournament.ready", params, g.lang))


def adopt(web: HallWeb, body: Json, id: int, n: int) -> Response:
    """Take the race that a table drives in place of this one."""
    _check(web, id)
    events = web.preparing.adopt(id, n)
    return _said(web, id, tournament_cards.told(events, web.live, g.lang))


def qr_code(web: HallWeb, id: int) -> Response:
    """The address at which players enter, as a QR code: by the name that the director uses."""
    _check(web, id)
    out = io.BytesIO()
    address = f"{secrecy.for_everybody(web)}/tournaments/{id}/players"
    segno.make(address, error="m").save(
        out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True
    )
    return Response(out.getvalue(), mimetype="image/svg+xml")


def _entry(state: State, name: Any) -> Act:
    if not state.entry:
        raise Forbidden("tournament.entry_closed")
    return {"act": "enter", "name": name}


def _apply(web: HallWeb, id: int, make: Make, after: int | None = None) -> Response:
    _check(web, id)
    events = web.tournaments.apply(id, make, after)
    return _said(web, id, tournament_cards.told(events, web.live, g.lang))


def _said(web: HallWeb, id: int, sentence: str) -> Response:
    """What happened, and how many acts the tournament has since."""
    return jsonify(said=sentence, count=len(web.tournaments.running[id].log))


def _check(web: HallWeb, id: int) -> None:
    """Abort with 404 if there is no such tournament."""
    if id not in web.tournaments.running:
        abort(404)


def _without_key(body: Json) -> Json:
    """The body of a post without its idempotency key."""
    return {name: value for name, value in body.items() if name != "key"}
