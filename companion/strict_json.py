"""Parse JSON strictly: Python's parser also accepts NaN, repeated fields and lone surrogates."""

import json
import sys
from typing import Any, NoReturn

MOST_DEPTH = 64
"""Deepest nesting of objects and lists. Our own data is nested at most ten deep."""

MOST_DIGITS = 32
"""Most digits of an integer. Ours have at most 20; a refusal may quote the number."""

_BEYOND: int = 10**MOST_DIGITS


def read(text: str | bytes) -> Any:
    """Parse a JSON text; bytes are UTF-8.

    Raises ValueError for invalid JSON, including NaN and infinities; for nesting deeper than
    MOST_DEPTH; for a lone surrogate, which cannot be encoded; for a repeated field, which parsers
    resolve differently; and for an integer of more than 4,300 digits. A number too large for a
    float becomes the largest float, and an integer of more than MOST_DIGITS digits becomes
    10**MOST_DIGITS, so that the field's range check refuses them.
    """
    value = _parsed(text)
    _WRITER.encode(value).encode()
    return value


def read_mended(text: str | bytes) -> Any:
    """Parse as `read` does, with U+FFFD in place of each lone surrogate: a name may hold one."""
    value = _parsed(text)
    mended = _WRITER.encode(value).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _READER.decode(mended)


def _parsed(text: str | bytes) -> Any:
    """The value, with its nesting checked, but not its surrogates."""
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        value = _READER.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    check_depth(value)
    return value


def check_depth(value: Any, left: int = MOST_DEPTH) -> None:
    """Limit the nesting, because later code walks the value recursively. Raises ValueError."""
    if not isinstance(value, dict | list):
        return
    if not left:
        raise ValueError("nested too deep")
    for part in value.values() if isinstance(value, dict) else value:
        check_depth(part, left - 1)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field stands twice")
    return fields


def _int(text: str) -> int:
    number = int(text)
    return max(-_BEYOND, min(_BEYOND, number))


def _float(text: str) -> float:
    return max(-sys.float_info.max, min(sys.float_info.max, float(text)))


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON number")


_READER = json.JSONDecoder(
    parse_int=_int, parse_float=_float, parse_constant=_no_number, object_pairs_hook=_object
)
_WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
