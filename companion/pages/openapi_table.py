"""Every call of the web API, what it takes and gives: the table behind docs/openapi.json.

Shapes are written as examples of themselves (companion/pages/openapi.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.pages.openapi_shapes import ANY, DECK, PLAYED, RECORDS, WHERE
from companion.signals import BUTTONS

READ = "application/json"
STREAM = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `body`: what it takes beside `key` and `version`; shapes as in openapi.py.

    `also`: other media types than `kind` that it gives when asked.
    """

    summary: str
    gives: Any = "Done"
    body: Mapping[Any, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    kind: str = READ
    keyed: bool = True
    also: tuple[str, ...] = ()


LANG = {"lang?": str}

BOX = {
    "game": str,
    "saved": bool,
    "example": bool,
    "complete": bool,
    "missing": [str],
    "in_force": ["saved", "example", "none"],
}
"""How much is known of a game's box."""

FIGURES = [(float, None)]
"""One a round."""

GETS: dict[str, Call] = {
    "GET /state": Call("The newest state that is on disk", "State", query=LANG),
    "GET /stream": Call(
        "Server-sent events: state (data: State), hb, bye",
        str,
        query={**LANG, "v?": str},
        kind=STREAM,
    ),
    "GET /me": Call(
        "What this phone may do; the PIN only for the host",
        {"seats": [int], "host": bool, "pin": (str, None), "phone": (int, None)},
    ),
    "GET /phones": Call(
        "Who is there or has rights",
        {
            "phones": [
                {
                    "n": int,
                    "name": str,
                    "seats": [int],
                    "host": bool,
                    "here": bool,
                    "mine": bool,
                }
            ]
        },
        query=LANG,
    ),
    "GET /words": Call(
        "Every sentence of the pages, by key", {str: str}, query={**LANG, "v?": str}
    ),
    "GET /openapi.json": Call("This description", {str: ANY}),
    "GET /races": Call("What was played, newest first", {"races": ["Played"]}),
    "GET /races/<race_id>": Call("One race with all its acts", {**PLAYED, str: ANY}),
    "GET /races/<race_id>/past": Call(
        "Every act as people read it, oldest first",
        {
            "past": [
                {
                    "n": int,
                    "act": str,
                    "seat": (int, None),
                    **WHERE,
                    "stands": bool,
                    "acts": int,
                }
            ]
        },
        query=LANG,
    ),
    "GET /races/<race_id>/story": Call(
        "Figures by round",
        {
            **PLAYED,
            "rounds": int,
            "figures": [{"name": str, "label": str}],
            "seats": [
                {
                    "seat": int,
                    "name": str,
                    "colour": str,
                    "place": [(int, None)],
                    "took_s": [(float, None)],
                    "finished": (int, None),
                    "out": (int, None),
                    "figures": {str: FIGURES},
                    str: FIGURES,
                }
            ],
            "moments": [{"kind": str, "label": str, "round": int, "seat": (int, None), str: ANY}],
            str: ANY,
        },
    ),
    "GET /races/<race_id>/export": Call(
        "The race as a file",
        ANY,
        query={"format?": ["json", "jsonl", "csv"], **LANG},
        also=("application/jsonl", "text/csv"),
    ),
    "GET /records": Call(
        "The best of a game's newest races that are over",
        {
            "game": str,
            "kinds": [{"kind": str, "label": str}],
            "courses": [{"course": str, "races": int, "records": RECORDS}],
            "players": [{"name": str, "wins": int, "races": int, "records": RECORDS}],
        },
        query={"game?": str},
    ),
    "GET /backups": Call(
        "The dated copies of everything saved, newest first; `faults`: why some could not be made",
        {
            "backups": [
                {
                    "file": str,
                    "when": (str, None),
                    "races": (int, None),
                    "acts": (int, None),
                }
            ],
            "faults": [str],
        },
        query=LANG,
    ),
    "GET /seasons": Call(
        "The seasons, the one written in last first",
        {
            "seasons": [
                {
                    "id": int,
                    "name": str,
                    "races": [(int, None)],
                    "players": [str],
                    "leaders": [str],
                }
            ]
        },
    ),
    "GET /seasons/<season>": Call("A season", "Season", query=LANG),
    "GET /seasons/<season>/export": Call(
        "The season as a file",
        ANY,
        query={"format?": ["json", "csv"], **LANG},
        also=("text/csv",),
    ),
    "GET /courses": Call(
        "The course book",
        {
            "courses": [
                {
                    "name": str,
                    "limits": [int],
                    "flag": str,
                    "note": str,
                    "picture": bool,
                    "printed": (str, None),
                    "saved": bool,
                }
            ]
        },
    ),
    "GET /courses/picture": Call("A course's picture", str, query={"name": str}, kind="image/*"),
    "GET /players": Call(
        "Who has played here, last ones first",
        {"players": [{"name": str, "colour": str, "races": int}]},
    ),
    "GET /boxes": Call("The games whose box must be entered", {"boxes": [BOX]}, query=LANG),
    "GET /boxes/<game>": Call("What is entered", {**BOX, "box": ({str: ANY}, None)}, query=LANG),
    "GET /boxes/<game>/example": Call("An invented set", {"game": str, "box": {str: ANY}}),
    "GET /boxes/<game>/export": Call("The box file", {str: ANY}),
    "GET /tags": Call(
        "The known stickers",
        {
            "tags": [{"uid": str, "game": str, "piece": {str: ANY}, "text": str}],
            "decks": [{"game": str, **DECK, "known": int}],
            "games": [
                {
                    "game": str,
                    "composition": ({str: int}, None),
                    "decks": [{"deck": str, "title": str, "composition": {str: int}}],
                }
            ],
        },
        query=LANG,
    ),
    "GET /tags/deck": Call(
        "A deck, card by card",
        {
            "game": str,
            **DECK,
            "known": int,
            "of": int,
            "complete": bool,
            "cards": ["Card"],
        },
        query={"game": str, "colour?": str, "deck?": str, "composition?": str, **LANG},
    ),
    "GET /tags/export": Call("The tag file", {str: ANY}),
    "GET /health": Call(
        "The last sign of life of loop, store and devices; 503 if there is none",
        {
            "ok": bool,
            "loop_s": (float, None),
            "room_s": (float, None),
            "store_waiting_s": float,
            "store_alive": bool,
            "devices": [{"id": str, "kind": str, "seat": (int, None), "state": str}],
        },
    ),
    "GET /room/stream": Call(
        "Only with --simulate: what an onlooker sees of every seat", str, kind=STREAM
    ),
}

POSTS: dict[str, Call] = {
    "POST /acts": Call("Do an act of the game", body={"act": "Act"}),
    "POST /undo": Call("Take back the last act that stands", body={"to?": int}),
    "POST /redo": Call("Do again what was taken back", body={"to?": int}),
    "POST /seats/<seat>/press": Call(
        "Press a seat's button", body={"button": list(BUTTONS), "hold": bool}
    ),
    "POST /seats/<seat>/remedy": Call("The table is right", body={"n": int}),
    "POST /seats/<seat>/claim": Call("Take a seat", body={"take?": bool}),
    "POST /seats/<seat>/release": Call("Give a seat back"),
    "POST /host": Call("Ask for the host's rights", body={"pin": str}),
    "POST /host/give": Call("Give another phone the host's rights, too", body={"to": int}),
    "POST /host/withdraw": Call("A phone has them no longer", body={"from": int}),
    "POST /seating": Call("Cards seat their players", body={"do": ["start", "stop"]}),
    "POST /races": Call(
        "Start a race",
        body={"game": str, "options": {str: ANY}, "replace?": int, "course?": str},
    ),
    "POST /races/<race_id>/resume": Call("Go on with an earlier race"),
    "POST /backups": Call("A backup now, unless nothing was played since the last one"),
    "POST /backups/restore": Call(
        "A backup takes the place of what is saved; the service begins again on it",
        body={"file": str},
    ),
    "POST /seasons": Call("A new season", body={"name": str, "points?": [int], "drop?": int}),
    "POST /seasons/<season>/acts": Call("Write in a season", body={"act": "Act"}),
    "POST /seasons/<season>/undo": Call("Take back what was written last"),
    "POST /seasons/<season>/redo": Call("Write it again"),
    "POST /courses": Call(
        "Write a course into the book",
        body={"name": str, "limits": [int], "flag": str, "note?": str, "picture?": str},
    ),
    "POST /courses/remove": Call("Take a course out of the book", body={"name": str}),
    "PUT /boxes/<game>": Call("Enter a game's box, all of it", body={"box": {str: ANY}}),
    "POST /boxes/<game>/import": Call("Take a box file", body={"file": str}),
    "POST /tags/learn": Call(
        "Learn a deck, sticker by sticker",
        body={
            "do": ["start", "back", "skip", "choose", "take", "stop"],
            "game?": str,
            "colour?": str,
            "deck?": str,
            "composition?": ANY,
            "reader?": int,
            "n?": int,
        },
    ),
    "POST /tags/name": Call("What a sticker is", body={"uid": str, "piece": {str: ANY}}),
    "POST /tags/import": Call("Take a tag file", body={"file": str}),
    "POST /preview": Call(
        "What if: acts are done to the race as it is shown, and thrown away",
        {
            "state": ANY,
            "up": [int],
            "todo": [str],
            "seats": [{"seat": int, "todo": [str]}],
            "events": [["Event"]],
        },
        body={"acts": ["Act"]},
        query=LANG,
        keyed=False,
    ),
    "POST /room": Call(
        "Only with --simulate: a movement of a hand",
        None,
        body={"hand": str, "seat?": int, str: ANY},
        keyed=False,
    ),
}

CALLS: dict[str, Call] = {**GETS, **POSTS}
