"""What https allows: a page that stays on the home screen, and a shell for when the table is away.

Without a certificate none of this is there, and nothing needs it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, jsonify, render_template, request

from companion import messages
from companion.server.sessions import Sessions


@dataclass(frozen=True, slots=True)
class Shell:
    """Where https is. `authority`: the file that a phone installs, None for the owner's own."""

    port: int
    authority: Path | None


def add(app: Flask, shell: Shell | None, page: Callable[..., str]) -> None:
    """The token's cookies, and the pages around https."""
    app.session_interface = Sessions()
    app.jinja_env.globals["secure"] = lambda: _address(shell)
    if shell is None:
        return
    app.add_url_rule(
        "/secure",
        "page_secure",
        lambda: page("secure.html", address=_address(shell), own=shell.authority is None),
    )
    _add_shell(app)

    @app.get("/ca.crt")
    def authority() -> Response:
        if shell.authority is None:
            abort(404)
        return Response(shell.authority.read_bytes(), mimetype="application/x-x509-ca-cert")


def _address(shell: Shell | None) -> str:
    """This very page's host by https, "" where there is none or it is https already."""
    if shell is None or request.is_secure:
        return ""
    name = urlsplit(f"//{request.host}").hostname or ""
    return f"https://{f'[{name}]' if ':' in name else name}:{shell.port}"


def _add_shell(app: Flask) -> None:
    def only_by_https() -> None:
        if not request.is_secure:
            abort(404)

    @app.get("/enter")
    def enter() -> str:
        """From http to https: the phone's token comes along only with what https itself asks."""
        only_by_https()
        return render_template("enter.html", lang=g.lang)

    @app.get("/sw.js")
    def worker() -> Response:
        only_by_https()
        return Response(render_template("sw.js"), mimetype="text/javascript")

    @app.get("/offline")
    def offline() -> str:
        only_by_https()
        return render_template("offline.html", lang=g.lang)

    @app.get("/app.webmanifest")
    def manifest() -> Response:
        only_by_https()
        icon = f"{app.jinja_env.globals['static']}/favicon.svg"
        told = jsonify(
            name=messages.sentence("ui.app", {}, g.lang),
            start_url="/",
            scope="/",
            display="standalone",
            background_color="#0e1b2e",
            theme_color="#0e1b2e",
            lang=g.lang,
            icons=[{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
        )
        told.mimetype = "application/manifest+json"
        return told
