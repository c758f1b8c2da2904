"""JSON as its standard has it: Python's own reader takes more, and breaks on some of it."""

import json
import sys
from typing import Any, NoReturn

MOST_DEPTH = 64
"""Objects and lists in each other. Nothing of ours is deeper than ten."""

MOST_DIGITS = 32
"""Digits of a whole number. Nothing of ours has more than 20, and a refusal repeats it."""

_BEYOND: int = 10**MOST_DIGITS


def read(text: str | bytes) -> Any:
    """The value that a JSON text holds; bytes are UTF-8.

    Raises ValueError for what is no JSON: NaN and infinities, too. Also for what nothing here can
    handle: a nesting deeper than MOST_DEPTH, half a character (a lone surrogate), which no file and
    no screen takes; and for a field that stands twice, of which every reader would believe another
    one. A number beyond every float is the largest float, a whole number of more than MOST_DIGITS
    is 10**MOST_DIGITS: the field's range refuses both. Of more than 4,300 digits, it is no JSON.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        value = _READER.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    _check_depth(value, MOST_DEPTH)
    _WRITER.encode(value).encode()
    return value


def _check_depth(value: Any, left: int) -> None:
    """The limit protects later code, which walks the value by recursion."""
    if not isinstance(value, dict | list):
        return
    if not left:
        raise ValueError("nested too deep")
    for part in value.values() if isinstance(value, dict) else value:
        _check_depth(part, left - 1)


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
