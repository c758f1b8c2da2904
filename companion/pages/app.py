"""The Flask application: pages, calls of the web API, checks of every request.

It has no state: views read snapshots and post into the loop's inbox. Streams belong to
server/hub.py; the views here only decide who may open one.
"""

import secrets
from collections.abc import Callable, Iterable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, render_template, request, session

from companion import messages
from companion.errors import CompanionError, Forbidden, Malformed, Refused, StoreError
from companion.pages import assets, internet_checks, offline_shell, phones, state, state_json
from companion.pages.body_check import body_fault, query_fault
from companion.pages.posts import DirectRacePosts, Posting
from companion.pages.responses import NotThere, StrictJson, error
from companion.pages.route import Call, Number, Page
from companion.pages.routes import CALLS, PAGES
from companion.pages.web import Web
from companion.server import direct_posts, request_guard
from companion.server.sessions import Sessions
from companion.table.posts import BROKEN, FORBIDDEN, Post

API = "/api/v1"
_HTTP_ERRORS = {
    400: "web.bad_request",
    404: "web.not_found",
    405: "web.wrong_method",
    413: "web.too_large",
}
WEB = Path(str(files("companion") / "web"))


def create_app(web: Web, pages: Iterable[Page] = PAGES, folder: Path = WEB) -> Flask:
    """Make the Flask application. `folder`: of templates and static files."""
    app = Flask("companion", static_folder=None, template_folder=str(folder / "templates"))
    app.secret_key = web.secret
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=400 * 24 * 3600,
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    app.json = StrictJson(app)
    app.url_map.converters["int"] = Number
    app.jinja_env.globals["languages"] = messages.languages
    app.jinja_env.globals["local"] = web.local
    app.jinja_env.globals["_"] = lambda key, **params: messages.sentence(key, params, g.lang)
    assets.add(app, assets.PageFiles(folder / "static", messages.LOCALES.rglob("*.mo")))
    _check_requests(app, web)
    _handle_errors(app)
    _add_pages(app, web, pages)
    _add_calls(app, web)
    offline_shell.add(app, web)
    internet_checks.add(app)
    return app


def _check_requests(app: Flask, web: Web) -> None:
    @app.before_request
    def check() -> Response | tuple[Response, int] | None:
        g.lang = request_guard.language(request)
        if (request.endpoint or "").startswith(internet_checks.ENDPOINT):
            return None
        g.client = "" if request.endpoint in assets.CONSTANT else session.get("client", "")
        refusal = request_guard.refusal(request, g.client, web.names)
        return error(refusal.status, refusal.key, **refusal.params) if refusal else None

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.setdefault(*request_guard.NO_STORE)
        return response


def _handle_errors(app: Flask) -> None:
    for status, key in _HTTP_ERRORS.items():
        app.register_error_handler(status, partial(_error_page, status, key))
    for kind, status in ((Forbidden, FORBIDDEN), (NotThere, 404), (StoreError, BROKEN)):
        app.register_error_handler(kind, partial(_error, status))


def _error(status: int, no: CompanionError) -> Any:
    return error(status, no.key, **no.params)


def _error_page(status: int, key: str, _: Exception) -> Any:
    if request.path.startswith("/api/"):
        return error(status, key)
    return render_template("error.html", lang=g.lang, text=key), status


def _add_pages(app: Flask, web: Web, pages: Iterable[Page]) -> None:
    for page in pages:
        if not page.only_with or getattr(web, page.only_with):
            app.add_url_rule(page.path, f"page {page.path}", partial(_render, web, page))
    app.add_url_rule("/qr.svg", "qr", partial(state.qr_code, web))


def _render(web: Web, page: Page, **path: Any) -> str:
    """Render a page; give the phone a token if it has none, and make the first phone the host."""
    values = page.values(web, **path)
    if not g.client:
        session["client"] = g.client = secrets.token_hex(8)
    session.permanent = True
    session.modified = True  # every page renews the cookie
    now = web.snapshot()
    me = phones.rights(now, g.client, web.pin)
    if not now.rights.hosts:
        web.post(Post("first", g.client, "", {}))
        me["host"] = True  # as this post will do: the page begins as the host's
    return render_template(
        page.template,
        lang=g.lang,
        on_table=now.race.game if now.race else "",
        now={"live": state_json.state(now, g.lang), "me": me},
        simulated=now.simulated,
        table=now.table_name,
        **values,
    )


def _add_calls(app: Flask, web: Web) -> None:
    posting = Posting(web.post, web.snapshot, app.json.dumps)
    app.extensions[direct_posts.EXTENSION] = DirectRacePosts(posting, web.names)
    for call in CALLS:
        if not call.only_with or getattr(web, call.only_with):
            view: Callable[..., Any] = partial(_respond, web, call)
            if isinstance(call.view, str):
                view = partial(posting.respond, call)
            app.add_url_rule(API + call.path, call.name, view, methods=[call.method])


def _respond(web: Web, call: Call, **path: Any) -> Any:
    """Check a request of this call against its row, then call its function."""
    assert callable(call.view)
    body = request.get_json(silent=True) if call.writes else None
    fault = body_fault(body, call) if call.writes else query_fault(request.args, call)
    if fault:
        return error(fault.status, fault.key, **fault.params)
    web.snapshot().rights.check(call.need, g.client, {})
    try:
        return call.view(web, *((body,) if call.writes else ()), **path)
    except (Refused, Malformed) as no:
        return error(call.refused, no.key, **no.params)
