"""The Flask application: pages, calls of the web API, checks of every request.

It has no state: views read snapshots and post into the loop's inbox. Streams belong to
server/hub.py; the views here only decide who may open one.
"""

import secrets
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, g, render_template, request, session

from companion import messages
from companion.errors import Forbidden, Malformed, Refused, StoreError
from companion.pages import assets, internet_checks, offline_shell, phones, state, state_json
from companion.pages.base_app import API, WEB, base_app, check_requests, handle_errors
from companion.pages.body_check import body_fault, query_fault
from companion.pages.posts import DirectRacePosts, Posting
from companion.pages.responses import NotThere, error
from companion.pages.route import Call, Number, Page
from companion.pages.routes import CALLS, PAGES
from companion.pages.web import Web
from companion.server import direct_posts
from companion.table.posts import BROKEN, FORBIDDEN, Post

_STATUSES = {Forbidden: FORBIDDEN, NotThere: 404, StoreError: BROKEN}


def create_app(web: Web, pages: Iterable[Page] = PAGES, folder: Path = WEB) -> Flask:
    """Make the Flask application. `folder`: of templates and static files."""
    static = assets.PageFiles(folder / "static", messages.LOCALES.rglob("*.mo"))
    app = base_app(folder, web.secret, "companion", static)
    app.config.update(PERMANENT_SESSION_LIFETIME=400 * 24 * 3600)
    app.url_map.converters["int"] = Number
    app.jinja_env.globals["local"] = web.local
    check_requests(app, web.names, (internet_checks.ENDPOINT,))
    handle_errors(app, _STATUSES, _error_page)
    _add_pages(app, web, pages)
    _add_calls(app, web)
    offline_shell.add(app, web)
    internet_checks.add(app)
    return app


def _error_page(key: str) -> str:
    return render_template("error.html", lang=g.lang, text=key)


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
