"""The web side: pages, state, acts. Owns nothing: it reads snapshots and posts into the inbox.

`create_app` takes everything it needs. The streams themselves are the hub's (hub.py); the views
here only say who may open one.
"""

import io
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

import segno
from flask import Flask, Response, abort, g, jsonify, render_template, request, session
from flask.json.provider import DefaultJSONProvider

from companion import messages, strict_json
from companion.errors import StoreError
from companion.pages import assets as page_files
from companion.pages import backups as app_backups
from companion.pages import boxes as app_boxes
from companion.pages import offline_shell as app_shell
from companion.pages import openapi, preview, state_json
from companion.pages import phones as app_phones
from companion.pages import posts as app_posts
from companion.pages import races as app_races
from companion.pages import room as app_room
from companion.pages import seasons as app_seasons
from companion.pages import tags as tag_pages
from companion.server import direct_posts
from companion.server import request_guard as guard
from companion.table.posts import BROKEN, Post
from companion.table.snapshot import Snapshot


class Saved(tag_pages.Tags, app_races.Races, app_seasons.Books, app_boxes.Boxes, Protocol):
    """What was played, what outlives it, and the known stickers (companion/library/races.py)."""


@dataclass(frozen=True, slots=True)
class Web:
    """Everything that the web side stands on."""

    snapshot: Callable[[], Snapshot]
    post: Callable[[Post], None]
    saved: Saved
    secret: bytes
    pin: str
    room: app_room.Hands | None
    health: Callable[[], dict[str, Any]]
    names: frozenset[str] = frozenset()
    shell: app_shell.Shell | None = None
    local: Callable[[], str] = str
    """The address by a name of the network's own, "" where there is none."""
    here: Callable[[], Collection[str]] = tuple
    """The phones that have a stream open."""
    backups: app_backups.Restoring | None = None


class _Json(DefaultJSONProvider):
    """Fields go out in the order in which they were written down; only strict JSON comes in."""

    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        return strict_json.read(s)


def create_app(web: Web) -> Flask:
    """The Flask application around these parts."""
    pages = Path(str(files("companion") / "web"))
    app = Flask("companion", static_folder=None, template_folder=str(pages / "templates"))
    app.secret_key = web.secret
    app.config.update(
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=400 * 24 * 3600,
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    app.json = _Json(app)
    app.jinja_env.globals["languages"] = messages.languages
    app.jinja_env.globals["local"] = web.local
    app.jinja_env.globals["_"] = lambda key, **params: messages.sentence(key, params, g.lang)
    page_files.add(app, page_files.PageFiles(pages / "static", messages.LOCALES.rglob("*.mo")))
    _guard(app, web)
    _pages(app, web)
    _read(app, web)
    _write(app, web)
    if web.backups:
        app_backups.add(app, web.backups, lambda: web.snapshot().rights, _lang)
    preview.add(app, lambda: web.snapshot().race, app_posts.error, _lang)
    if web.room:
        app_room.add(app, web.room)
    return app


def _guard(app: Flask, web: Web) -> None:
    """Who may knock at all: our own addresses, our own pages, JSON, with a token."""

    @app.before_request
    def who() -> Response | tuple[Response, int] | None:
        g.lang = guard.language(request)
        g.client = "" if request.endpoint in page_files.CONSTANT else session.get("client", "")
        wrong = guard.refusal(request, g.client, web.names)
        return app_posts.error(wrong.status, wrong.key, **wrong.params) if wrong else None

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers.update(guard.SECURITY_HEADERS)
        response.headers.setdefault(*guard.NO_STORE)
        return response

    for status, key in ((404, "web.not_found"), (405, "web.wrong_method"), (413, "web.too_large")):
        app.register_error_handler(status, _told(status, key))

    @app.errorhandler(StoreError)
    def unread(error: StoreError) -> tuple[Response, int]:
        return app_posts.error(BROKEN, error.key, **error.params)


def _told(status: int, key: str) -> Callable[[Exception], Any]:
    def handler(error: Exception) -> Any:
        if request.path.startswith("/api/"):
            return app_posts.error(status, key)
        return render_template("error.html", lang=g.lang, text=key), status

    return handler


def _pages(app: Flask, web: Web) -> None:
    def page(template: str, **values: Any) -> str:
        if not g.client:
            session["client"] = g.client = secrets.token_hex(8)
        session.permanent = True
        session.modified = True  # every page makes the cookie last on
        now = web.snapshot()
        if not now.rights.hosts:
            web.post(Post("first", g.client, "", {}))
        first = {"live": state_json.state(now, g.lang), "me": app_phones.me(now, g.client, web.pin)}
        shown = {"now": first, "simulated": now.simulated, "table": now.table_name}
        on_table = now.race.game if now.race else ""
        return render_template(template, lang=g.lang, on_table=on_table, **shown, **values)

    app.add_url_rule("/", "page_table", lambda: page("table.html"))
    app.add_url_rule("/setup", "page_setup", lambda: page("setup.html"))
    app.add_url_rule("/join", "page_join", lambda: page("join.html"))
    tag_pages.add_pages(app, web.saved, page, _lang)
    app_races.add_pages(app, page)
    app_seasons.add_pages(app, page)
    app_boxes.add_pages(app, page)
    app_shell.add(app, web.shell, page)
    if web.room:
        app.add_url_rule("/room", "page_room", lambda: page("room.html"))

    @app.get("/seat/<int:seat>")
    def seat(seat: int) -> str:
        if seat not in web.snapshot().seats:
            abort(404)
        return page("seat.html", seat=seat)

    @app.get("/qr.svg")
    def qr() -> Response:
        out = io.BytesIO()
        segno.make(web.snapshot().address + "/join", error="m").save(
            out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True
        )
        return Response(out.getvalue(), mimetype="image/svg+xml")


def _read(app: Flask, web: Web) -> None:
    tag_pages.add_reads(app, web.saved, app_posts.error, _lang)
    app_races.add_reads(app, web.saved, app_posts.error, _lang)
    app_seasons.add_reads(app, web.saved, app_posts.error, _lang)
    app_boxes.add_reads(app, web.saved, app_posts.error, _lang)
    openapi.add(app)
    app_phones.add_reads(app, web.snapshot, web.here, web.pin, _lang)

    @app.get("/api/v1/state")
    def state() -> Response:
        return jsonify(state_json.state(web.snapshot(), _lang()))

    @app.get("/api/v1/stream")
    def stream() -> Response:
        since = request.headers.get("Last-Event-ID") or request.args.get("v", "")
        phone = g.client or request.remote_addr or ""
        if g.client and g.client not in web.snapshot().rights.numbers:
            web.post(Post("meet", g.client, "", {}))
        headers = {"X-Stream": f"state:{_lang()}", "X-Stream-Phone": phone}
        if since.isprintable() and since.isascii():
            headers["X-Stream-Since"] = since[:64]
        return Response(status=200, headers=headers, mimetype="text/event-stream")

    @app.get("/api/v1/words")
    def words() -> Response:
        return page_files.lasting(jsonify(messages.starting("ui.", _lang())))

    @app.get("/api/v1/health")
    def health() -> tuple[Response, int]:
        told = web.health()
        return jsonify(told), 200 if told["ok"] else 503


def _lang() -> str:
    if "lang" in request.args:
        return guard.best_language(request, request.args["lang"])
    return str(g.lang)


def _write(app: Flask, web: Web) -> None:
    desk = app_posts.Desk(web.post, web.snapshot, app.json.dumps)

    def post(kind: str, fields: Mapping[str, type], **more: Any) -> Any:
        return app_posts.answer(desk, kind, fields, more)

    tag_pages.add_writes(app, post)
    app_seasons.add_writes(app, post)
    app_boxes.add_writes(app, post)
    app_phones.add_writes(app, post)
    for name, rule in app_posts.RACE_POSTS.items():
        view = partial(post, rule.kind, rule.fields, **rule.more)
        app.add_url_rule(rule.rule, name, view, methods=["POST"])
    app.extensions[direct_posts.EXTENSION] = app_posts.DirectRacePosts(desk, web.names)

    @app.post("/api/v1/races")
    def new_race() -> Any:
        return post("race", {"game": str, "options": dict, "replace?": int, "course?": str})

    @app.post("/api/v1/races/<int:race_id>/resume")
    def resume(race_id: int) -> Any:
        return post("resume", {}, race=race_id)
