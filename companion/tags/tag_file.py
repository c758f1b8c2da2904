"""Read and write tag uids and the tag file, which maps them to pieces (interfaces.md section 5).

A file with any error is refused as a whole; the refusal gives the line.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion import strict_json
from companion.errors import Refused
from companion.games import title
from companion.games.game import Say
from companion.store.store import Tagged

FORMAT, VERSION = "companion-tags", 1

Fits = Callable[[str, Mapping[str, Any]], bool]
"""Says whether a game has a piece. Raises Refused for an unknown game."""

_UID = re.compile(r"[0-9A-F]{2}(?:[: ]?[0-9A-F]{2})*")
_SIZES = (4, 7, 10)
_FIELDS = ("kind", "colour", "object", "value", "count", "card", "copy")
_MOST_BYTES = 4_000_000
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\]]|[^\s,:{}\[\]"]+')


def normal(text: str) -> str:
    """Normalize a uid to its saved form: upper-case hex of 4, 7 or 10 bytes. Raises Refused.

    Accepts lower case, and colons or spaces between the bytes.
    """
    uid = text.strip().upper()
    plain = uid.replace(":", "").replace(" ", "")
    if not _UID.fullmatch(uid) or len(plain) not in [2 * size for size in _SIZES]:
        raise Refused("tags.bad_uid", uid=text)
    return plain


def random_uid(uid: str) -> bool:
    """Whether a uid is random, as of phones and bank cards: 4 bytes, the first 08 (ISO 14443-3)."""
    return len(uid) == 8 and uid.startswith("08")


def piece_of(found: Tagged | None, uid: str, game: str) -> Mapping[str, Any]:
    """The piece of this game that carries the tag. `found`: the store's entry for `uid`.

    Raises Refused `tags.random_uid`, `tags.unknown` or `tags.other_game`.
    """
    if random_uid(uid):
        raise Refused("tags.random_uid", uid=uid)
    if found is None:
        raise Refused("tags.unknown", uid=uid)
    if found.game != game:
        card, on = title(found.game), title(game)
        raise Refused("tags.other_game", uid=uid, game=found.game, card=card, on=on)
    return found.piece


def write(tags: Iterable[Tagged]) -> str:
    """The text of a tag file, one tag per line, so that two files can be compared."""
    return file_of(map(line, tags))


def line(tag: Tagged) -> str:
    """A tag as one line of the tag file."""
    entry = {"uid": tag.uid, "game": tag.game, "piece": _ordered(tag.piece)}
    return json.dumps(entry, ensure_ascii=False)


def file_of(lines: Iterable[str]) -> str:
    """Join entries to a tag file; the first entry is on the file's second line."""
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "tags": [\n'
    return head + ",\n".join(f"  {line}" for line in lines) + "\n]}\n"


def read(text: str, fits: Fits) -> list[Tagged]:
    """Parse a tag file. Raises Refused for the first error.

    An error in an entry is `tags.at_line` with its line (from 1) and `why`.
    """
    entries = _entries(text)
    uids: dict[str, int] = {}
    pieces: dict[str, int] = {}
    tags = []
    for at, entry in zip(_lines(text), entries, strict=True):
        try:
            tag = _tag(entry, fits)
            _once(uids, tag.uid, at, "tags.uid_twice", uid=tag.uid)
            piece = json.dumps([tag.game, tag.piece], sort_keys=True)
            _once(pieces, piece, at, "tags.piece_twice", piece=describe(tag.piece))
        except Refused as refused:
            why = Say(refused.key, refused.params)
            raise Refused("tags.at_line", line=at, why=why) from refused
        tags.append(tag)
    return tags


def describe(piece: Mapping[str, Any]) -> str:
    """A piece as its plain field values, such as "dog red 4 2"."""
    return " ".join(str(value) for value in _ordered(piece).values())


def _ordered(piece: Mapping[str, Any]) -> dict[str, Any]:
    """A piece with its fields in the order of `_FIELDS`, any others last."""
    names = [name for name in _FIELDS if name in piece]
    return {name: piece[name] for name in (*names, *sorted(set(piece) - set(names)))}


def _entries(text: str) -> list[Any]:
    if len(text) > _MOST_BYTES:
        raise Refused("tags.too_large", most=_MOST_BYTES)
    try:
        document = json.loads(text, object_pairs_hook=_object)
        strict_json.check_depth(document)
    except Refused:
        raise
    except json.JSONDecodeError as error:
        raise Refused("tags.no_json", line=error.lineno, column=error.colno) from error
    except (RecursionError, ValueError) as error:
        # nested too deeply, or a number with thousands of digits
        raise Refused("tags.no_json", line=1, column=1) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused("tags.not_a_tag_file", format=FORMAT)
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        raise Refused("tags.other_version", version=json.dumps(version)[:40])
    for name in document:
        if name not in ("format", "version", "tags"):
            raise Refused("tags.unknown_field", field=name)
    entries = document.get("tags")
    if not isinstance(entries, list):
        raise Refused("tags.no_list")
    return entries


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise Refused("tags.field_twice", field=name)
        fields[name] = value
    return fields


def _lines(text: str) -> Iterator[int]:
    """The line, from 1, on which each entry begins: each object in a list in the outer object."""
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "}]":
            depth -= 1
            continue
        if depth == 2:
            yield text.count("\n", 0, token.start()) + 1
        if token[0] in "{[":
            depth += 1


def _tag(entry: Any, fits: Fits) -> Tagged:
    if not isinstance(entry, dict):
        raise Refused("tags.bad_entry")
    for name in entry:
        if name not in ("uid", "game", "piece"):
            raise Refused("tags.unknown_field", field=name)
    uid, game, piece = entry.get("uid"), entry.get("game"), entry.get("piece")
    if not (isinstance(uid, str) and isinstance(game, str) and isinstance(piece, dict)):
        raise Refused("tags.bad_entry")
    uid = normal(uid)
    if random_uid(uid):
        raise Refused("tags.random_uid", uid=uid)
    if not fits(game, piece):
        raise Refused("tags.no_such_piece", game=game, piece=describe(piece))
    return Tagged(uid, game, piece)


def _once(seen: dict[str, int], what: str, line: int, key: str, **params: Any) -> None:
    if what in seen:
        raise Refused(key, first=seen[what], **params)
    seen[what] = line
