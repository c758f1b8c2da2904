"""The hall's Flask application: a table of pages, a table of calls, checks of every request.

Spectators need nothing. Who has entered the hall's PIN is its director.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Flask, abort, g, render_template, request, session

from companion import messages
from companion.errors import Forbidden, Malformed, Refused, StoreError
from companion.hall.pages import secrecy, tournaments, views
from companion.hall.pages.web import HallWeb
from companion.pages import assets
from companion.pages.base_app import API, WEB, base_app, check_requests, handle_errors
from companion.pages.responses import NotThere

BASE = "pages/hall.js"
"""The module that every page of the hall loads before its own."""


class HallPage(NamedTuple):
    """A page: its path, its template, and whether only the director may see it.

    `values(web, **path)` returns the template's values; it aborts with 404 if there is no such
    page.
    """

    path: str
    template: str
    values: Callable[..., Mapping[str, Any]]
    director: bool = False


class HallCall(NamedTuple):
    """A call of the web API: method and path. `view(web, **path)` gets the body of a post, too."""

    route: str
    view: Callable[..., Any]
    director: bool = False


PAGES = (
    HallPage("/", "hall-tables.html", views.all_tables),
    HallPage("/wall", "hall-wall.html", views.all_tables),
    HallPage("/tables/<name>", "hall-table.html", views.one_table),
    HallPage("/overlay/<name>", "hall-overlay.html", views.one_table),
    HallPage("/director", "hall-director.html", views.director, director=True),
    HallPage("/tournaments", "hall-tournaments.html", tournaments.listing),
    HallPage("/tournaments/<int:id>", "hall-tournament.html", tournaments.one),
    HallPage("/tournaments/<int:id>/players", "hall-players.html", tournaments.one),
    HallPage(
        "/tournaments/<int:id>/director", "hall-conduct.html", tournaments.conduct, director=True
    ),
)
CALLS = (
    HallCall("GET /words", views.words),
    HallCall("GET /health", views.health),
    HallCall("GET /tables", views.tables),
    HallCall("GET /stream", views.stream),
    HallCall("POST /director", views.enter),
    HallCall("POST /director/leave", views.leave),
    HallCall("POST /tables/<name>/commands", views.command, director=True),
    HallCall("GET /tournaments/<int:id>/qr", tournaments.qr_code),
    HallCall("POST /tournaments", tournaments.create, director=True),
    HallCall("POST /tournaments/<int:id>/entry", tournaments.enter),
    HallCall("POST /tournaments/<int:id>/acts", tournaments.act, director=True),
    HallCall("POST /tournaments/<int:id>/import", tournaments.bring, director=True),
    HallCall("POST /tournaments/<int:id>/draw", tournaments.draw, director=True),
    HallCall("POST /tournaments/<int:id>/finals", tournaments.finals, director=True),
    HallCall("POST /tournaments/<int:id>/prepare", tournaments.prepare, director=True),
    HallCall("POST /tournaments/<int:id>/races/<int:n>/adopt", tournaments.adopt, director=True),
)

_STATUSES = {Forbidden: 403, NotThere: 404, Refused: 409, Malformed: 400, StoreError: 503}


def create_hall_app(web: HallWeb) -> Flask:
    """Make the Flask application."""
    static = assets.PageFiles(WEB / "static", messages.LOCALES.rglob("*.mo"), BASE)
    app = base_app(WEB, web.secret, "companion-hall", static)
    check_requests(app, web.names)
    app.before_request(partial(_recognize, web))
    secrecy.add(app, web)
    handle_errors(app, _STATUSES, _error_page)
    for page in PAGES:
        app.add_url_rule(page.path, f"page {page.path}", partial(_render, web, page))
    for call in CALLS:
        method, _, path = call.route.partition(" ")
        view = partial(_respond, web, call)
        app.add_url_rule(API + path, call.route, view, methods=[method])
    return app


def _recognize(web: HallWeb) -> None:
    known = bool(g.client) and secrecy.is_secret(web)
    g.director = known and session.get("director") == web.badge


def _error_page(key: str) -> str:
    return render_template("hall-error.html", text=key, **_common())


def _common() -> dict[str, Any]:
    """What every page's template needs."""
    return {"lang": g.lang, "director": g.get("director", False)}


def _render(web: HallWeb, page: HallPage, **path: Any) -> Any:
    """Render a page; a browser without a token gets one."""
    if page.director and not secrecy.is_secret(web):
        return secrecy.lead(web)
    values = page.values(web, **path)
    if not g.client:
        session["client"] = g.client = secrets.token_hex(8)
        session.permanent = True
    common = {"hall": web.name, "simulated": web.simulated, **_common()}
    if page.director and not g.director:
        return render_template("hall-enter.html", **common)
    return render_template(page.template, **values, **common)


def _respond(web: HallWeb, call: HallCall, **path: Any) -> Any:
    """Check a request of this call, then call its view."""
    if call.director and not g.director:
        raise Forbidden("hall.only_director")
    if request.method == "GET":
        return call.view(web, **path)
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400)
    return call.view(web, body, **path)
