"""JSON as its standard has it: Python's own reader takes more, and breaks on some of it."""

import json
from typing import Any, NoReturn


def read(text: str | bytes) -> Any:
    """The value that a JSON text holds; bytes are UTF-8.

    Raises ValueError for what is no JSON: NaN and infinities, too. Also for what nothing here can
    handle: a nesting too deep to be read, a number of thousands of digits, half a character (a lone
    surrogate), which no file and no screen takes.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        value = json.loads(text, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return value


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON number")
