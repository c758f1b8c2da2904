"""docs/openapi.json, and the generated parts of docs/api.md, from the rows of the routes.

`python docs/write_api.py` writes both.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.pages.api_description import document
from companion.pages.route import ANY, Call, Limited, OneOf
from companion.pages.routes import CALLS, READS, WRITES
from companion.pages.shapes import SHAPES

DOCS = Path(__file__).parent
API, OPENAPI = DOCS / "api.md", DOCS / "openapi.json"

VALUES = {str: "string", int: "integer", float: "number", bool: "boolean"}


def openapi() -> str:
    """The text of docs/openapi.json."""
    return json.dumps(document(CALLS), indent=1, ensure_ascii=False) + "\n"


def api(text: str) -> str:
    """The text of docs/api.md with its generated parts made anew."""
    for name, rows in (("reads", reads(READS)), ("writes", writes(WRITES)), ("shapes", shapes())):
        begin, end = f"<!-- {name}: written by docs/write_api.py -->\n", f"<!-- end of {name} -->"
        pattern = re.compile(f"({re.escape(begin)}).*?({re.escape(end)})", re.S)
        text, count = pattern.subn(lambda found, rows=rows: found[1] + rows + found[2], text)
        assert count == 1, name
    return text


def reads(calls: Iterable[Call]) -> str:
    """The table of the calls that only read."""
    rows = [(_call(call), _query(call), call.summary, _gives(call)) for call in calls]
    return _table(("call", "query", "gives", "answer"), rows)


def writes(calls: Iterable[Call]) -> str:
    """The table of the calls that have a body."""
    rows = [(_call(call), _fields(call), call.rights.value, call.summary) for call in calls]
    return _table(("call", "body", "who", "does"), rows)


def shapes() -> str:
    """A line for each named shape."""
    return "".join(f"- `{name}`: `{in_words(shape)}`\n" for name, shape in SHAPES.items())


def in_words(shape: Any) -> str:
    """A shape by the names of its fields; words and null where they are possible."""
    match shape:
        case _ if shape is ANY:
            return "…"
        case None:
            return "null"
        case str():
            return shape
        case type():
            return VALUES[shape]
        case tuple():
            return " | ".join(in_words(each) for each in shape)
        case Limited(inner):
            return in_words(inner)
        case OneOf(words):
            return " | ".join(f'"{word}"' for word in words)
        case [str(), str(), *_]:
            return " | ".join(f'"{word}"' for word in shape)
        case [each]:
            return f"[{in_words(each)}, …]"
        case dict():
            return "{" + ", ".join(_field(name, each) for name, each in shape.items()) + "}"
    raise TypeError(f"not a shape: {shape!r}")


def _field(name: Any, shape: Any) -> str:
    if name is str:
        return "…" if shape is ANY else f"…: {in_words(shape)}"
    quoted = f'"{name.rstrip("?")}"{"?" if name.endswith("?") else ""}'
    return quoted if isinstance(shape, type) else f"{quoted}: {in_words(shape)}"


def _call(call: Call) -> str:
    return f"`{call.name}`"


def _query(call: Call) -> str:
    return ", ".join(_named(name, shape) for name, shape in call.query.items())


def _fields(call: Call) -> str:
    own = {name: shape for name, shape in call.body.items() if name is not str}
    return ", ".join(_named(name, shape) for name, shape in own.items()) or "-"


def _named(name: str, shape: Any) -> str:
    mark = "?" if name.endswith("?") else ""
    return f"`{name.rstrip('?')}`{mark} {in_words(shape)}"


def _gives(call: Call) -> str:
    return f"`{in_words(call.gives)}`" if call.media == "application/json" else f"`{call.media}`"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(_cell(cell) for cell in line)} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace(" | ", r" \| ")


if __name__ == "__main__":
    OPENAPI.write_text(openapi(), "utf-8")
    API.write_text(api(API.read_text("utf-8")), "utf-8")
