"""Checks of a request against its call's row: body fields, their types and bounds, query words."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.pages.route import Call, Limited, OneOf
from companion.server.request_guard import Refusal
from companion.table.posts import MALFORMED

_TYPE_NAMES = {str: "string", int: "integer", bool: "boolean", dict: "object", list: "list"}


def body_fault(body: Any, call: Call) -> Refusal | None:
    """The reason to refuse this JSON body (None: no JSON), if there is one.

    A body with any fields (`str` in its shape) is left to the view.
    """
    if not isinstance(body, dict):
        return Refusal(MALFORMED, "web.no_object", {})
    if str in call.body:
        return None
    faults = _field_faults(body, call.fields)
    return next(faults, None) or _bounds_fault(body, call.fields)


def query_fault(query: Mapping[str, str], call: Call) -> Refusal | None:
    """The reason to refuse a query, if there is one."""
    return _bounds_fault(query, call.query)


def _field_faults(body: Mapping[str, Any], fields: Mapping[str, Any]) -> Iterator[Refusal]:
    """Unknown fields, missing fields and wrong types."""
    names = {name.rstrip("?") for name in fields}
    for name in body:
        if name not in names:
            yield Refusal(MALFORMED, "web.unknown_field", {"field": name[:40]})
    for spec, shape in fields.items():
        name = spec.rstrip("?")
        if name in body:
            if not _has_type(body[name], shape):
                params = {"field": name, "type": _TYPE_NAMES[_type(shape)]}
                yield Refusal(MALFORMED, "web.wrong_type", params)
        elif not spec.endswith("?"):
            yield Refusal(MALFORMED, "web.missing_field", {"field": name})


def _bounds_fault(values: Mapping[str, Any], fields: Mapping[str, Any]) -> Refusal | None:
    for spec, shape in fields.items():
        name = spec.rstrip("?")
        value = values.get(name)
        if value is None:
            continue
        match shape:
            case Limited(_, least, most, refusal) if not least <= len(value) <= most:
                return Refusal(MALFORMED, refusal, {"most": most})
            case OneOf(words, refusal) if value not in words:
                return Refusal(MALFORMED, refusal, {name: value[:20]})
    return None


def _has_type(value: Any, shape: Any) -> bool:
    """Whether a value has the shape's type; for a list of named objects, its items, too.

    Other items, and the fields of objects, are checked by the rules of the game, season or box.
    """
    if type(value) is not _type(shape):
        return False
    match shape:
        case Limited(inner):
            return _has_type(value, inner)
        case [str()]:
            return all(isinstance(item, dict) for item in value)
    return True


def _type(shape: Any) -> type[Any]:
    """The type of a body field's value as JSON gives it."""
    match shape:
        case type():
            return shape
        case Limited(inner):
            return _type(inner)
        case OneOf() | [str(), str(), *_]:
            return str
        case str() | dict():
            return dict
        case list():
            return list
    raise TypeError(f"not a shape of a field: {shape!r}")
