"""The web API as OpenAPI 3.1, built from one table (openapi_table.py, openapi_shapes.py).

A shape is written as an example of itself: `str`, `int`, `float`, `bool` for values, `[shape]` for
a list, `{"name": shape, "maybe?": shape}` for an object, `{str: shape}` for one with any names,
`(shape, …)` for one of several, `None` for null, `"Name"` for a shape of the table, a list of words
for one of them, `ANY` for what is described elsewhere.
"""

import json
import re
import sys
from typing import Any

from flask import Flask, Response, jsonify

from companion.pages.openapi_shapes import ANY, SHAPES
from companion.pages.openapi_table import CALLS, READ, STREAM, Call

ERRORS = {
    400: "malformed",
    403: "not your seat, not the host, no token, or a foreign origin",
    404: "nothing of this number or name",
    409: "refused or stale",
    413: "more than 64 KiB",
    415: "not JSON",
    421: "a host name that is not the table's",
    503: "the disk refuses",
    505: "the stream asked for by HTTP/1.0",
}
ANYWHERE = (421,)
"""What may come of every call."""
ASKED = (400, 404, 409)
"""What may come of a question that names something."""
WRITTEN = (400, 403, 404, 409, 413, 415, 503)
"""What may come of a post."""
STREAMED = (505,)
"""What may come of a stream."""

WRITES = ("POST", "PUT")
_VALUES = {str: "string", int: "integer", float: "number", bool: "boolean"}


WORDS = ("game",)
"""What a path names by a word; everything else has a number."""


def add(app: Flask) -> None:
    """The description among the calls that it describes."""

    @app.get("/api/v1/openapi.json")
    def openapi() -> Response:
        return jsonify(document())


def document() -> dict[str, Any]:
    """The whole description, as `GET /api/v1/openapi.json` gives it."""
    paths: dict[str, dict[str, Any]] = {}
    for name, call in CALLS.items():
        method, path = name.split(" ")
        described = _operation(method, path, call)
        paths.setdefault(re.sub("<([a-z_]+)>", r"{\1}", path), {})[method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sled companion",
            "version": "1",
            "description": "docs/api.md tells it in sentences, docs/acts.md every act and state.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": {name: schema(shape) for name, shape in SHAPES.items()},
            "responses": {str(no): _answer(why, READ, "Error") for no, why in ERRORS.items()},
        },
    }


def schema(shape: Any) -> dict[str, Any]:
    """The JSON schema of a shape."""
    match shape:
        case _ if shape is ANY:
            return {}
        case None:
            return {"type": "null"}
        case str():
            return {"$ref": f"#/components/schemas/{shape}"}
        case type():
            return {"type": _VALUES[shape]}
        case tuple():
            return {"anyOf": [schema(each) for each in shape]}
        case [str(), str(), *_]:
            return {"enum": shape}
        case [each]:
            return {"type": "array", "items": schema(each)}
        case dict():
            return _object(shape)
    raise TypeError(f"no shape: {shape!r}")


def _object(shape: dict[Any, Any]) -> dict[str, Any]:
    named = {name: each for name, each in shape.items() if name is not str}
    told: dict[str, Any] = {"type": "object"}
    if named:
        told["properties"] = {name.rstrip("?"): schema(each) for name, each in named.items()}
        told["required"] = [name for name in named if not name.endswith("?")]
    if str in shape:
        told["additionalProperties"] = schema(shape[str])
    return told


def _operation(method: str, path: str, call: Call) -> dict[str, Any]:
    described: dict[str, Any] = {"summary": call.summary}
    names = re.findall("<([a-z_]+)>", path)
    inside = [(name, "path", str if name in WORDS else int) for name in names]
    asked = [(name, "query", shape) for name, shape in call.query.items()]
    if inside or asked:
        described["parameters"] = [_parameter(*each) for each in inside + asked]
    if method in WRITES:
        body = {"content": {"application/json": {"schema": _body(call)}}, "required": True}
        described["requestBody"] = body
    described["responses"] = {"200": _answer("done", call.kind, call.gives)}
    for kind in call.also:
        described["responses"]["200"]["content"][kind] = {"schema": schema(str)}
    if call.gives is None:
        described["responses"] = {"204": {"description": "done"}}
    for status in sorted(_errors(method, call, bool(inside or call.query))):
        described["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    return described


def _errors(method: str, call: Call, asks: bool) -> tuple[int, ...]:
    """What else may come of a call. `asks`: it names something."""
    written = WRITTEN if method in WRITES else ASKED if asks else ()
    return (*ANYWHERE, *written, *(STREAMED if call.kind == STREAM else ()))


def _body(call: Call) -> dict[str, Any]:
    key = {"key": str} if call.keyed else {}
    told = schema({**key, **call.body, **({"version?": int} if call.keyed else {})})
    if call.keyed:
        told["properties"]["key"] |= {"minLength": 1, "maxLength": 64}
        told["additionalProperties"] = False
    return told


def _parameter(name: str, where: str, shape: Any) -> dict[str, Any]:
    return {
        "name": name.rstrip("?"),
        "in": where,
        "required": where == "path" or not name.endswith("?"),
        "schema": schema(shape),
    }


def _answer(description: str, kind: str, shape: Any) -> dict[str, Any]:
    return {"description": description, "content": {kind: {"schema": schema(shape)}}}


if __name__ == "__main__":  # python -m companion.pages.openapi > docs/openapi.json
    json.dump(document(), sys.stdout, indent=1, ensure_ascii=False)
    print()
