"""Checks before any view: our own host names, our own pages, JSON, a token.

Pure: a request in, a refusal or none out. Both Flask's views and the fast path use it.
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

SECURITY_HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""Headers of every response."""

NO_STORE = ("Cache-Control", "no-store")
"""Header of every response that does not set its own caching."""


class Refusal(NamedTuple):
    """A status, and the reason as a message key with its params."""

    status: int
    key: str
    params: Mapping[str, Any]


def refusal(request: Request, client: str, names: frozenset[str]) -> Refusal | None:
    """The reason to refuse this request, if there is one.

    `client`: the phone whose token came with it, "" for none; `names`: host names of this table
    beside its addresses.
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
    """The language of `?lang=`, or the one chosen on this phone, or the best that it accepts."""
    for chosen in (request.args.get("lang"), request.cookies.get("lang")):
        if chosen in messages.languages():
            return chosen
    return messages.accepted(request.headers.get("Accept-Language", ""))
