"""A phone's token: one cookie for http, one that leaves the phone only encrypted for https.

A browser keeps both in one jar, whatever the port, and lets http replace nothing that https has
set: hence two names. A phone that comes from http keeps what it may do.
"""

from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

NEVER = datetime(2100, 1, 1, tzinfo=UTC)
"""When a token ends, whatever this machine believes today is. Browsers make 400 days of it."""


MOST_KNOWN = 256
"""Tokens whose signature is not computed again."""


class _Undated(URLSafeTimedSerializer):
    """A signature that never grows old.

    A Pi without a clock of its own wakes up in the past and is set while people play: a token from
    the future, or from half a century ago, is still that phone's. The newest few that were found
    good are known: they come with each request.
    """

    def __init__(self, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self._good = lru_cache(maxsize=MOST_KNOWN)(super().loads)

    def loads(self, s: str | bytes, *_: Any, **__: Any) -> Any:
        return self._good(s)


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, by the way that it came. Of one app."""

    _serializer: URLSafeTimedSerializer | None = None

    def get_cookie_name(self, app: Flask) -> str:
        """The browser itself sees to it that `__Host-` comes by https and from nowhere else."""
        return self._named(super().get_cookie_name(app), request)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        return NEVER if session.permanent else None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """Made once, not for each request. The app has a secret (companion/run.py)."""
        if self._serializer is None:
            self._serializer = _Undated(
                app.secret_key or b"",
                salt=self.salt,
                serializer=self.serializer,
                signer_kwargs={
                    "key_derivation": self.key_derivation,
                    "digest_method": self.digest_method,
                },
            )
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Whose token came. Asks nothing of Flask but this request."""
        name = super().get_cookie_name(app)
        session = self.session_class(self._read(app, request, self._named(name, request)))
        if request.is_secure and not session and (from_http := self._read(app, request, name)):
            session.update(from_http)
        return session

    def _read(self, app: Flask, request: Request, name: str) -> dict[str, Any]:
        told: dict[str, Any] = {}
        with suppress(BadSignature):
            told = self.get_signing_serializer(app).loads(request.cookies.get(name, ""))
        return told

    @staticmethod
    def _named(name: str, request: Request) -> str:
        return f"__Host-{name}" if request.is_secure else name
