"""A Flask application as the pages of tables and halls begin: sessions, checks, errors, files."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, request, session

from companion import messages
from companion.errors import CompanionError
from companion.pages import assets
from companion.pages.responses import StrictJson, error
from companion.server import request_guard
from companion.server.sessions import Sessions

API = "/api/v1"
WEB = Path(str(files("companion") / "web"))

_HTTP_ERRORS = {
    400: "web.bad_request",
    404: "web.not_found",
    405: "web.wrong_method",
    413: "web.too_large",
}


def base_app(folder: Path, secret: bytes, cookie: str, static: assets.PageFiles) -> Flask:
    """An application without pages. `folder`: of its templates; `cookie`: of its sessions."""
    app = Flask("companion", static_folder=None, template_folder=str(folder / "templates"))
    app.secret_key = secret
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME=cookie,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    app.json = StrictJson(app)
    app.jinja_env.globals["languages"] = messages.languages
    app.jinja_env.globals["_"] = lambda key, **params: messages.sentence(key, params, g.lang)
    assets.add(app, static)
    return app


def check_requests(app: Flask, names: frozenset[str], exempt: tuple[str, ...] = ()) -> None:
    """Find each request's language and client, and refuse what a foreign page may have sent.

    `names`: host names of this machine beside its addresses; `exempt`: how the endpoints begin that
    answer anybody.
    """

    @app.before_request
    def check() -> Response | tuple[Response, int] | None:
        g.lang = request_guard.language(request)
        if (request.endpoint or "").startswith(exempt):
            return None
        g.client = "" if request.endpoint in assets.CONSTANT else session.get("client", "")
        refusal = request_guard.refusal(request, g.client, names)
        return error(refusal.status, refusal.key, **refusal.params) if refusal else None

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.setdefault(*request_guard.NO_STORE)
        return response


def handle_errors(
    app: Flask, statuses: Mapping[type[CompanionError], int], page: Callable[[str], str]
) -> None:
    """Answer errors: the web API with JSON, a browser with `page(message key)`."""
    for status, key in _HTTP_ERRORS.items():
        app.register_error_handler(status, partial(_error_page, page, status, key))
    for kind, status in statuses.items():
        app.register_error_handler(kind, partial(_error, status))


def _error(status: int, no: CompanionError) -> Any:
    return error(status, no.key, **no.params)


def _error_page(page: Callable[[str], str], status: int, key: str, _: Exception) -> Any:
    return error(status, key) if request.path.startswith("/api/") else (page(key), status)
