"""The state, its stream, the pages' sentences, health and the QR code."""

import io
import time

import segno
from flask import Response, g, jsonify, request

from companion import messages
from companion.library import courses
from companion.pages import state_json
from companion.pages.assets import lasting
from companion.pages.route import STREAM
from companion.pages.web import Web
from companion.table.posts import Post

OF_HALLS = "ui.hall"
"""The start of the keys that only a hall's pages need."""


def state(web: Web) -> Response:
    """The newest state that is on disk."""
    return jsonify(state_json.state(web.snapshot(), g.lang))


def stream(web: Web) -> Response:
    """Open a stream: the server hands the connection to the hub (server/asgi.py)."""
    since = request.headers.get("Last-Event-ID") or request.args.get("v", "")
    if g.client and g.client not in web.snapshot().rights.numbers:
        web.post(Post("meet", g.client, "", {}))
    return to_hub(f"state:{g.lang}", since)


def to_hub(channel: str, since: str = "") -> Response:
    """The response that makes the server open a stream of this channel (server/asgi.py)."""
    headers = {"X-Stream": channel, "X-Stream-Phone": g.client}
    given = {"X-Stream-Since": since, "X-Stream-Window": request.args.get("window", "")}
    for name, text in given.items():
        if text.isprintable() and text.isascii():
            headers[name] = text[:64]
    return Response(status=200, headers=headers, mimetype=STREAM)


def words(web: Web) -> Response:
    """All sentences of the pages, by key."""
    sentences = messages.starting("ui.", g.lang).items()
    return lasting(jsonify({key: text for key, text in sentences if not key.startswith(OF_HALLS)}))


def clock(web: Web) -> Response:
    """The clock by which turns are timed, for pages that show the players' clocks."""
    return jsonify(now_s=time.monotonic())


def course(web: Web) -> Response:
    """The laid course of the shown race."""
    race = web.snapshot().race
    return jsonify(courses.of_race(race.game, race.history.state) if race else courses.NONE)


def health(web: Web) -> tuple[Response, int]:
    """The last activity of loop and store; 503 if the loop is stuck."""
    report = web.health()
    return jsonify(report), 200 if report["ok"] else 503


def qr_code(web: Web) -> Response:
    """The address for phones as a QR code."""
    out = io.BytesIO()
    segno.make(web.snapshot().address + "/join", error="m").save(
        out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True
    )
    return Response(out.getvalue(), mimetype="image/svg+xml")
