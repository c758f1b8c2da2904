"""A phone's token: one cookie for http, and one for https that is only sent encrypted.

Cookies ignore ports, and http cannot replace a cookie that https has set: hence two names. A phone
that moves from http to https keeps its rights.
"""

from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer

NEVER = datetime(2100, 1, 1, tzinfo=UTC)
"""A token's expiry, independent of this machine's clock. Browsers shorten it to 400 days."""

MOST_KNOWN = 256
"""Verified tokens that are cached."""


class _UndatedSigner(TimestampSigner):
    """Signs with a constant time: no time before 1970 has to be written, and none is ever read."""

    def get_timestamp(self) -> int:
        return 1


class _Undated(URLSafeTimedSerializer):
    """A serializer that ignores the age of a signature, and caches verified tokens.

    A Pi without a real-time clock starts in the past and is set during play, so a token from the
    future or from decades ago is still valid.
    """

    default_signer = _UndatedSigner

    def __init__(self, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self._verified = lru_cache(maxsize=MOST_KNOWN)(super().loads)

    def loads(self, s: str | bytes, *_: Any, **__: Any) -> Any:
        return self._verified(s)


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, under one name for http and one for https. Belongs to one app."""

    _serializer: URLSafeTimedSerializer | None = None

    def get_cookie_name(self, app: Flask) -> str:
        """Browsers accept a `__Host-` cookie only over https and from this very host."""
        return self._named(super().get_cookie_name(app), request)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        return NEVER if session.permanent else None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """The serializer, made once. The app has a secret key (companion/run.py)."""
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
        """Read the token of a request. Needs no application context (see fast_path)."""
        name = super().get_cookie_name(app)
        session = self.session_class(self._read(app, request, self._named(name, request)))
        if request.is_secure and not session and (from_http := self._read(app, request, name)):
            session.update(from_http)
        return session

    def _read(self, app: Flask, request: Request, name: str) -> dict[str, Any]:
        token: dict[str, Any] = {}
        with suppress(BadSignature):
            token = self.get_signing_serializer(app).loads(request.cookies.get(name, ""))
        return token

    @staticmethod
    def _named(name: str, request: Request) -> str:
        return f"__Host-{name}" if request.is_secure else name
