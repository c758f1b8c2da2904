"""Installable pages that open offline while the table is unreachable; only over https.

Without a certificate all of this is missing, and nothing depends on it.
"""

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, jsonify, render_template, request

from companion import messages
from companion.pages.web import Web
from companion.server.https import HttpsAccess


def add(app: Flask, web: Web) -> None:
    """Serve the certificate, manifest and worker, and give the templates the https address."""
    app.jinja_env.globals["secure"] = lambda: https_address(web.https)
    if access := web.https:
        add_authority(app, access)
        for path, view in (
            ("/enter", _enter),
            ("/sw.js", _worker),
            ("/offline", _offline),
            ("/app.webmanifest", _manifest),
        ):
            app.add_url_rule(path, view_func=view)


def add_authority(app: Flask, access: HttpsAccess) -> None:
    """Serve the certificate of the authority that phones may install."""
    app.add_url_rule("/ca.crt", "authority", lambda: _authority(access))


def https_address(access: HttpsAccess | None) -> str:
    """The https address of this request's host; "" without https, or for a request over https."""
    if access is None or request.is_secure:
        return ""
    return at_this_host("https", access.port)


def at_this_host(scheme: str, port: int) -> str:
    """The address of another port of the host that this request names."""
    name = urlsplit(f"//{request.host}").hostname or ""
    return f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}"


def secure_page(web: Web) -> dict[str, Any]:
    """The template values of the page about https."""
    assert web.https
    return {"address": https_address(web.https), "own": web.https.authority is None}


def _authority(access: HttpsAccess) -> Response:
    if access.authority is None:
        abort(404)
    return Response(access.authority.read_bytes(), mimetype="application/x-x509-ca-cert")


def _only_by_https() -> None:
    if not request.is_secure:
        abort(404)


def _enter() -> str:
    """Page that leads from http to https; a link from an http page sends no https token."""
    _only_by_https()
    return render_template("enter.html", lang=g.lang, to="/", text="ui.to_table")


def _worker() -> Response:
    """The service worker."""
    _only_by_https()
    return Response(render_template("sw.js"), mimetype="text/javascript")


def _offline() -> str:
    _only_by_https()
    return render_template("offline.html", lang=g.lang)


def _manifest() -> Response:
    _only_by_https()
    icon = f"{current_app.jinja_env.globals['static']}/favicon.svg"
    response = jsonify(
        name=messages.sentence("ui.app", {}, g.lang),
        start_url="/",
        scope="/",
        display="standalone",
        background_color="#0e1b2e",
        theme_color="#0e1b2e",
        lang=g.lang,
        icons=[{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
    )
    response.mimetype = "application/manifest+json"
    return response
