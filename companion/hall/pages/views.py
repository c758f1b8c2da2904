"""The hall's own pages and calls: tables, the director, commands."""

import hmac
import time
from typing import Any

from flask import Response, abort, g, jsonify, request, session

from companion import messages
from companion.errors import Forbidden, Malformed, Refused
from companion.hall.pages import secrecy
from companion.hall.pages.web import HallWeb
from companion.pages.assets import lasting
from companion.pages.state import to_hub
from companion.table_file.hall import WORD

ANSWER_S = 2.0
"""How long a command waits for its table's answer: less than the page waits (lib/api.js)."""

COMMANDS = ("call", "say", "undo", "pause")
"""What the director may have a table do from its page (docs/mqtt.md)."""

Json = dict[str, Any]


def all_tables(web: HallWeb) -> Json:
    """The values of the pages that show all tables."""
    return {"now": web.shown("all", "", g.lang)}


def one_table(web: HallWeb, name: str) -> Json:
    """The values of a table's pages; a table that has never reported has them, too."""
    _check(name)
    return {"now": web.shown("table", name, g.lang), "name": name}


def director(web: HallWeb) -> Json:
    """The values of the director's page; without the PIN it asks for it."""
    return {"now": web.shown("director" if g.director else "all", "", g.lang)}


def words(web: HallWeb) -> Response:
    """All sentences of the pages, by key."""
    return lasting(jsonify(messages.starting("ui.", g.lang)))


def health(web: HallWeb) -> tuple[Response, int]:
    """Whether all parts work; 503 if one does not."""
    report = web.health()
    return jsonify(report), 200 if report["ok"] else 503


def tables(web: HallWeb) -> Response:
    """All tables as they are now."""
    return jsonify(web.shown("all", "", g.lang))


def stream(web: HallWeb) -> Response:
    """Open a stream of all tables, of one (`?table=`), of a tournament (`?tournament=`), or of what
    the director sees.
    """
    since = request.headers.get("Last-Event-ID") or request.args.get("v", "")
    if "director" in request.args and not g.director:
        raise Forbidden("hall.only_director")
    return to_hub(f"hall:{g.lang}:{_streamed(web)}", since)


def _streamed(web: HallWeb) -> str:
    """What a stream shows, as `HallWeb.event` names it."""
    director = "director" in request.args
    if name := request.args.get("table"):
        _check(name)
        return f"table.{name}"
    if id := request.args.get("tournament", type=int):
        if id not in web.tournaments.running:
            abort(404)
        return f"{'conduct' if director else 'tournament'}.{id}"
    if "tournaments" in request.args:
        return "tournaments"
    return "director" if director else "all"


def enter(web: HallWeb, body: Json) -> Response:
    """Become the director with the hall's PIN. After wrong ones everybody has to wait."""
    secrecy.check(web)
    wait = web.lockout.wait_s(time.monotonic())
    if wait > 0:
        raise Forbidden("hall.pin_wait", seconds=round(wait + 0.5))
    if not isinstance(pin := body.get("pin"), str):
        raise Malformed("web.bad_request")
    if not hmac.compare_digest(pin.strip().encode(), web.pin.encode()):
        web.lockout.miss(time.monotonic())
        raise Forbidden("hall.wrong_pin")
    web.lockout.hit()
    session["director"] = web.badge
    return jsonify(done=True)


def leave(web: HallWeb, body: Json) -> Response:
    """Be a spectator again."""
    session.pop("director", None)
    return jsonify(done=True)


def command(web: HallWeb, body: Json, name: str) -> Response:
    """Send a command to a table, and wait for its answer."""
    _check(name)
    do = body.get("do")
    if do not in COMMANDS:
        raise Malformed("hall.no_command", allowed=", ".join(COMMANDS))
    table = web.live.tables.get(name)
    if table is None or not table.online or not web.receiver.broker.connected:
        raise Refused("hall.table_away", table=name)
    fields = {field: body[field] for field in ("seats", "text", "on") if field in body}
    id = web.receiver.command(name, do, **fields)
    answer = web.receiver.answer(id, ANSWER_S)
    if answer is None:
        raise Refused("hall.table_silent", table=name)
    if not answer.ok:
        text = answer.text or messages.sentence("hall.table_refused", {}, g.lang)
        raise Refused("hall.table_says", table=name, text=text)
    return jsonify(done=True)


def _check(name: str) -> None:
    """Abort with 404 if no table can have this name."""
    if not WORD.fullmatch(name):
        abort(404)
