"""A phone's token: one cookie for http, one that leaves the phone only encrypted for https.

A browser keeps both in one jar, whatever the port, and lets http replace nothing that https has
set: hence two names. A phone that comes from http keeps what it may do.
"""

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, by the way that it came."""

    def get_cookie_name(self, app: Flask) -> str:
        """The browser itself sees to it that `__Host-` comes by https and from nowhere else."""
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        session = super().open_session(app, request)
        if request.is_secure and session is not None and not session:
            from_http = SecureCookieSessionInterface().open_session(app, request)
            session.update(from_http or {})
        return session
