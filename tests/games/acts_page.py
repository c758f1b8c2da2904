"""The tables of a game's chapter in docs/, and the values of their types."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from trials import TRIALS

DOCS = Path(__file__).parents[2] / "docs"
EVERY_GAME = "Message keys of every game"
KEY_TABLES = ("Events", "Refusals", "What to do, and what the buttons do")

Fields = dict[str, tuple[str, bool]]
"""Path of a field -> its type, and whether it is required."""


def section(page: str, title: str) -> list[list[str]]:
    """The cells of the first table under a heading, without code marks."""
    text = (DOCS / page).read_text("utf-8").split(f"### {title}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[2:]]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in rows]


def of_game(game: str, title: str) -> list[list[str]]:
    """A table of the game's chapter."""
    return section(TRIALS[game].DOCS, title)


def bare(cell: str) -> str:
    return cell.strip("`")


def documented_acts(game: str) -> dict[str, Fields]:
    """Act -> its fields."""
    found: dict[str, Fields] = {}
    for name, path, kind, needed, _ in of_game(game, "Acts"):
        if name:
            fields = found.setdefault(bare(name), {})
        if path:
            fields[bare(path)] = (kind, needed == "yes")
    return found


def corrections(game: str) -> dict[str, list[tuple[str, str]]]:
    """The figures that `correct` sets, with their types: those of a "seat", those of the "race"."""
    rows = of_game(game, "What `correct` sets")
    split = [row[0] for row in rows].index("the race")
    named = [(bare(row[1]), row[2]) for row in rows]
    return {"seat": named[:split], "race": named[split:]}


def documented_keys(rows: list[list[str]]) -> dict[str, tuple[set[str], str]]:
    """Key -> names of its params, sentence."""
    return {
        bare(key): ({bare(name) for name in params.split(", ") if name}, sentence)
        for key, params, sentence in rows
    }


# Values that fit a documented type, and values that do not


def good(kind: str) -> list[Any]:
    """Values of a documented type, including its limits."""
    kind, _, or_null = kind.partition(" or ")
    kind = bare(kind)
    if listed := re.fullmatch(r"\[(.*)\]", kind):
        values: list[Any] = [[], [good(listed[1])[0]]]
    elif span := re.fullmatch(r"(-?\d+)…(\d*)", kind):
        values = [int(span[1]), int(span[2] or int(span[1]) + 7)]
    elif kind in ("text", "seconds", "true|false", "{…}"):
        values = {"text": ["x"], "seconds": [0, 1.5], "true|false": [True, False], "{…}": [{}]}[
            kind
        ]
    else:
        values = [int(word) if re.fullmatch(r"-?\d+", word) else word for word in kind.split("|")]
    return [*values, None] if or_null == "`null`" else values


def bad(kind: str) -> list[Any]:
    """Values that do not fit a documented type."""
    kind, _, or_null = kind.partition(" or ")
    kind = bare(kind)
    values: list[Any] = [] if or_null == "`null`" else [None]
    if listed := re.fullmatch(r"\[(.*)\]", kind):
        return [*values, "x", 1, *([one] for one in bad(listed[1]))]
    if span := re.fullmatch(r"(-?\d+)…(\d*)", kind):
        below, above = int(span[1]) - 1, [int(span[2]) + 1] if span[2] else []
        return [*values, below, *above, True, "1", float(span[1]), [1]]
    named = {"text": [1, True], "seconds": [-1, "1", True], "true|false": [0, 1, "yes"]}
    return [*values, *named.get(kind, ["z", 7, True, [1]])]


def with_value(act: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The act with another value at a path."""
    first, _, rest = path.partition(".")
    return {**act, first: with_value(act[first], rest, value) if rest else value}


def without(act: Mapping[str, Any], path: str) -> dict[str, Any]:
    first, _, rest = path.partition(".")
    if rest:
        return {**act, first: without(act[first], rest)}
    return {name: value for name, value in act.items() if name != first}


def sample(name: str, fields: Fields) -> dict[str, Any]:
    """An act with all its documented fields."""
    act: dict[str, Any] = {"act": name}
    for path, (kind, _) in fields.items():
        act = with_value(act, path, good(kind)[-1])
    return act


def leaves(value: Any, path: str, parents: set[str]) -> Iterator[tuple[str, Any]]:
    """Every documented path in a state, and its value."""
    if path:
        yield path, value
    inner = value if isinstance(value, list) else [value]
    for one in inner:
        if isinstance(one, dict) and path in parents:
            for name, each in one.items():
                yield from leaves(each, f"{path}.{name}" if path else name, parents)


def fits(kind: str, value: Any) -> bool:
    """Whether a value has a documented type."""
    kind, _, or_null = kind.partition(" or ")
    kind = bare(kind)
    if value is None:
        return or_null == "`null`"
    if listed := re.fullmatch(r"\[(.*)\]", kind):
        return isinstance(value, list) and all(fits(listed[1], one) for one in value)
    if span := re.fullmatch(r"(-?\d+)…(\d*)", kind):
        return type(value) is int and int(span[1]) <= value <= int(span[2] or value)
    types = {"text": str, "{…}": dict, "true|false": bool}
    return type(value) is types[kind] if kind in types else value in kind.split("|")
