"""The director enters where nobody listens: by https, or at the hall's own machine."""

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, g, redirect, render_template, request

from companion.errors import Forbidden
from companion.hall.pages.web import HallWeb
from companion.pages.offline_shell import add_authority, at_this_host, https_address
from companion.system.addresses import is_here

ENTER = "/enter"
HTTP = 80


def add(app: Flask, web: HallWeb) -> None:
    """Serve the authority's certificate, and the page that leads from http to https."""
    if web.https:
        add_authority(app, web.https)
        app.add_url_rule(f"{ENTER}/<path:to>", view_func=_enter)


def is_secret(web: HallWeb) -> bool:
    """Whether a PIN may come with this request. Without https the hall's owner answers for it."""
    return web.https is None or request.is_secure or is_here(request.remote_addr or "")


def lead(web: HallWeb) -> Any:
    """Lead a browser to the same page by https."""
    return redirect(f"{https_address(web.https)}{ENTER}{request.path}")


def check(web: HallWeb) -> None:
    """Raise Forbidden if others may listen to this request."""
    if not is_secret(web):
        raise Forbidden("hall.only_https", address=f"{https_address(web.https)}/director")


def for_everybody(web: HallWeb) -> str:
    """The hall's address for other browsers, by the name that this one uses.

    At the hall's machine it is the machine's own. Where browsers would warn of the authority of
    https it is http.
    """
    by = urlsplit(request.host_url)
    if is_here(by.hostname or ""):
        return web.address
    if web.https and web.https.authority and request.is_secure:
        return at_this_host("http", urlsplit(web.address).port or HTTP)
    return request.host_url.rstrip("/")


def _enter(to: str) -> str:
    """The step from http to https: with a link from an http page browsers send no https token."""
    return render_template(
        "enter.html", lang=g.lang, to=f"/{to.lstrip('/')}", text="ui.hall_director"
    )
