"""What many views share: JSON, errors, downloads, not found."""

from typing import Any, TypeVar

from flask import Response, g, jsonify
from flask.json.provider import DefaultJSONProvider

from companion import messages, strict_json
from companion.errors import CompanionError
from companion.games.game import Say

T = TypeVar("T")


class StrictJson(DefaultJSONProvider):
    """JSON provider that keeps the order of fields and parses strictly."""

    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        return strict_json.read(s)


class NotThere(CompanionError, LookupError):
    """The requested number or name does not exist."""


def error(status: int, key: str, **params: Any) -> tuple[Response, int]:
    """A refusal in the request's language."""
    return jsonify(error=error_json(key, params, g.lang)), status


def error_json(key: str, params: Any, lang: str) -> dict[str, Any]:
    """The `error` in a refusal's JSON."""
    return messages.say_json(Say(key, params), lang)


def found(value: T | None, key: str, **params: Any) -> T:
    """The value. Raises NotThere for None."""
    if value is None:
        raise NotThere(key, **params)
    return value


def download(text: str, mimetype: str, file: str) -> Response:
    """A file to save under this name."""
    headers = {"Content-Disposition": f"attachment; filename={file}"}
    return Response(text, mimetype=mimetype, headers=headers)
