"""Who may knock at all: our own addresses, our own pages, JSON, with a token.

A request in, a refusal or none out. Flask's views and direct posts (direct_posts.py) ask here, and
nowhere else is it decided.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Request

from companion import messages
from companion.server import origins

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

LOCKS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer."""

FLEETING = ("Cache-Control", "no-store")
"""Of every answer that does not say itself how long it holds."""


class Refusal(NamedTuple):
    """A status and why, as a message key with its params."""

    status: int
    key: str
    params: Mapping[str, Any]


def turned_away(request: Request, client: str, names: frozenset[str]) -> Refusal | None:
    """Why this request gets no answer, if so. `client`: whose token came with it, "" for none;
    `names`: what this table is called beside its addresses.
    """
    if not origins.ours(request.host, names):
        return Refusal(421, "web.wrong_host", {"host": request.headers.get("Host", "")[:100]})
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if request.mimetype != "application/json":
        return Refusal(415, "web.not_json", {})
    if not origins.same(request.headers.get("Origin"), request.host, request.is_secure):
        return Refusal(403, "web.foreign_origin", {})
    if not client:
        return Refusal(403, "web.no_token", {})
    return None


def language(request: Request) -> str:
    """The language that was chosen on this phone, or the best of those that it reads."""
    return best(request, request.cookies.get("lang"))


def best(request: Request, chosen: str | None) -> str:
    """This language, or the best of those that the phone reads."""
    if chosen in messages.languages():
        return chosen
    return messages.accepted(request.headers.get("Accept-Language", ""))
