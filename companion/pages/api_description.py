"""The web API as OpenAPI 3.1, made from the rows of routes.py.

`python docs/write_api.py` writes docs/openapi.json and the calls in docs/api.md.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from companion.pages.route import ANY, JSON, STREAM, Call, Limited, OneOf
from companion.pages.shapes import SHAPES

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
OF_ANY = (421,)
"""Errors of every call."""

OF_LOOKUP = (400, 404, 409)
"""Errors of a call with arguments."""

OF_WRITE = (400, 403, 404, 409, 413, 415, 503)
"""Errors of a post."""

OF_STREAM = (505,)
"""Errors of a stream."""

_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}

Json = dict[str, Any]


def document(calls: Iterable[Call]) -> Json:
    """The whole description, as `GET /api/v1/openapi.json` gives it."""
    paths: dict[str, Json] = {}
    for call in calls:
        path = re.sub("<([a-z]+:)?([a-z_]+)>", r"{\2}", call.path)
        paths.setdefault(path, {})[call.method.lower()] = _operation(call)
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
            "responses": {str(no): _answer(why, JSON, "Error") for no, why in ERRORS.items()},
        },
    }


def schema(shape: Any) -> Json:
    """The JSON schema of a shape (route.py)."""
    match shape:
        case _ if shape is ANY:
            return {}
        case None:
            return {"type": "null"}
        case str():
            return {"$ref": f"#/components/schemas/{shape}"}
        case type():
            return {"type": _TYPES[shape]}
        case tuple():
            return {"anyOf": [schema(each) for each in shape]}
        case Limited():
            return _limited(shape)
        case OneOf(words):
            return {"enum": list(words)}
        case [str(), str(), *_]:
            return {"enum": shape}
        case [each]:
            return {"type": "array", "items": schema(each)}
        case dict():
            return _object(shape)
    raise TypeError(f"not a shape: {shape!r}")


def _limited(shape: Limited) -> Json:
    inner = schema(shape.shape)
    of = "Length" if inner["type"] == "string" else "Items"
    return {**inner, f"min{of}": shape.least, f"max{of}": shape.most}


def _object(shape: Mapping[Any, Any]) -> Json:
    named = {name: each for name, each in shape.items() if name is not str}
    described: Json = {"type": "object"}
    if named:
        described["properties"] = {name.rstrip("?"): schema(each) for name, each in named.items()}
        described["required"] = [name for name in named if not name.endswith("?")]
    if str in shape:
        described["additionalProperties"] = schema(shape[str])
    return described


def _operation(call: Call) -> Json:
    described: Json = {"summary": call.summary}
    if call.writes:
        described["description"] = f"Rights: {call.rights.value}."
    if parameters := [*_path_parameters(call), *_query_parameters(call)]:
        described["parameters"] = parameters
    if call.writes:
        body = {"content": {JSON: {"schema": _body(call)}}, "required": True}
        described["requestBody"] = body
    described["responses"] = _success(call)
    for status in sorted(_errors(call, bool(parameters))):
        described["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    return described


def _path_parameters(call: Call) -> list[Json]:
    arguments = re.findall("<(?:([a-z]+):)?([a-z_]+)>", call.path)
    types: dict[str, type] = {"int": int, "": str}
    return [_parameter(name, "path", types[converter]) for converter, name in arguments]


def _query_parameters(call: Call) -> list[Json]:
    return [_parameter(name, "query", shape) for name, shape in call.query.items()]


def _parameter(name: str, where: str, shape: Any) -> Json:
    return {
        "name": name.rstrip("?"),
        "in": where,
        "required": where == "path" or not name.endswith("?"),
        "schema": schema(shape),
    }


def _success(call: Call) -> Json:
    if call.gives is None:
        return {"204": {"description": "done"}}
    answer = _answer("done", call.media, call.gives)
    for media in call.also:
        answer["content"][media] = {"schema": schema(str)}
    return {"200": answer}


def _errors(call: Call, has_arguments: bool) -> Iterable[int]:
    of_request = OF_WRITE if call.writes else OF_LOOKUP if has_arguments else ()
    return (*OF_ANY, *of_request, *(OF_STREAM if call.media == STREAM else ()))


def _body(call: Call) -> Json:
    described = _object(call.fields)
    if str not in call.fields:
        described["additionalProperties"] = False
    return described


def _answer(description: str, media: str, shape: Any) -> Json:
    return {"description": description, "content": {media: {"schema": schema(shape)}}}
