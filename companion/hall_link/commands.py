"""Commands from the hall: read, check, and turn into posts. Pure.

A payload is refused if it is no JSON, too large, of another format, for another table, or was sent
at another time. What fits becomes a post like a phone's, with the command's id as its key: so a
command that comes twice is done once and answered twice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from companion import strict_json
from companion.config import SEATS, Hall
from companion.games.game import Say
from companion.hall_link.topics import FORMAT

MOST_BYTES = 64 * 1024
MOST_ID = 64
MOST_TEXT = 200

LATE_S = 60.0
"""A command that was sent longer ago than this, or so far in the future, is refused."""

BUTTONS = ("undo", "pause")
"""The commands that need no hall: Home Assistant's buttons."""

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Command:
    """A command that fits: the kind and body of its post (table/posts.py)."""

    id: str
    kind: str
    body: Fields


class BadCommand(Exception):
    """A command that does not fit. `id`: its id, "" if it cannot be read."""

    def __init__(self, id: str, key: str, **params: Any):
        super().__init__(key, params)
        self.id = id
        self.say = Say(key, params)


class _Kind(NamedTuple):
    """`needs`, `may`: the fields, each with its check. `post`: the post's kind and its body."""

    needs: Mapping[str, Callable[[Any], bool]]
    may: Mapping[str, Callable[[Any], bool]]
    post: Callable[[Fields], tuple[str, Fields]]


def read(
    payload: bytes, hall: Hall, now_s: float | None, on_break: bool, *, button: bool = False
) -> Command:
    """The command in a payload. Raises BadCommand.

    `now_s`: seconds since 1970, None if the table's clock is not set. `on_break`: of the race now.
    `button`: it came on the topic for buttons, which may give only BUTTONS.
    """
    fields = _fields(payload)
    id = fields.get("id")
    if not isinstance(id, str) or not 0 < len(id) <= MOST_ID or not id.isprintable():
        raise BadCommand("", "hall.no_id", most=MOST_ID)
    _check_place(id, fields, hall, now_s)
    do = fields.get("do")
    known = BUTTONS if button else tuple(_KINDS)
    if do not in known:
        raise BadCommand(id, "hall.no_command", allowed=", ".join(known))
    kind = _KINDS[do]
    own = {name: value for name, value in fields.items() if name not in _COMMON}
    _check_fields(id, kind, own)
    name, body = kind.post({"on": not on_break, **own} if do == "pause" else own)
    return Command(id, name, body)


def _fields(payload: bytes) -> dict[str, Any]:
    if len(payload) > MOST_BYTES:
        raise BadCommand("", "hall.too_large", most=MOST_BYTES // 1024)
    try:
        fields = strict_json.read(payload)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise BadCommand("", "hall.no_json")
    return fields


_COMMON = ("v", "id", "do", "at", "hall", "table")


def _check_place(id: str, fields: Fields, hall: Hall, now_s: float | None) -> None:
    """Check the format, the table and the time that the command was made for."""
    if fields.get("v") != FORMAT:
        raise BadCommand(id, "hall.other_format", known=FORMAT)
    for name, own in (("hall", hall.hall), ("table", hall.table)):
        if fields.get(name, own) != own:
            raise BadCommand(id, "hall.other_table")
    at = fields.get("at")
    if at is not None and (isinstance(at, bool) or not isinstance(at, int | float)):
        _bad(id, "at")
    if at is not None and now_s is not None and abs(at - now_s) > LATE_S:
        raise BadCommand(id, "hall.wrong_time", seconds=round(LATE_S))


def _check_fields(id: str, kind: _Kind, fields: Fields) -> None:
    for name in fields.keys() - kind.needs.keys() - kind.may.keys():
        _bad(id, name[:40])
    for name, fits in {**kind.needs, **kind.may}.items():
        if (name in kind.needs or name in fields) and not fits(fields.get(name)):
            _bad(id, name)


def _bad(id: str, field: str) -> NoReturn:
    raise BadCommand(id, "hall.bad_field", field=field)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= MOST_TEXT and value.isprintable()


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _are_seats(value: Any) -> bool:
    return isinstance(value, list) and all(type(one) is int and 1 <= one <= SEATS for one in value)


_KINDS: Mapping[str, _Kind] = {
    "prepare": _Kind(
        {"game": _is_text, "options": _is_object},
        {"course": _is_text, "clock": _is_truth},
        lambda own: ("prepare", own),
    ),
    "call": _Kind({}, {"seats": _are_seats}, lambda own: ("call", {"seats": [], **own})),
    "say": _Kind({"text": _is_text}, {}, lambda own: ("say", own)),
    "undo": _Kind({}, {}, lambda own: ("act", {"act": {"act": "undo"}})),
    "pause": _Kind({}, {"on": _is_truth}, lambda own: ("break", own)),
}
"""The commands by their field `do`."""
