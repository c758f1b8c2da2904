"""The shapes of the API's answers (route.py describes shapes)."""

from typing import Any

from companion.pages.route import ANY
from companion.signals import BUTTONS

Shape = dict[Any, Any]

PLAYED: Shape = {
    "id": int,
    "game": str,
    "started": str,
    "clock_synced": bool,
    "players": [str],
    "names": {str: str},
    "course": str,
    "clock": bool,
    "over": bool,
    "example": bool,
    "other_rules": bool,
    "result": (ANY, None),
}
DECK: Shape = {"colour": str, "deck": str, "title": str}
WHERE: Shape = {"wall": str, "clock_synced": bool, "from": str, "events": ["Event"]}

ME: Shape = {"seats": [int], "host": bool, "pin": (str, None), "phone": (int, None)}
PHONES: Shape = {
    "phones": [
        {"n": int, "name": str, "seats": [int], "host": bool, "here": bool, "mine": bool},
    ],
}
REFUSED = ({"key": str, "params": ANY, "text": str}, None)
"""The shape of why the current rules reject a race."""

PAST: Shape = {
    "past": [
        {
            "n": int,
            "act": str,
            "seat": (int, None),
            **WHERE,
            "stands": bool,
            "acts": int,
            "timed": ({"turn": int, "took_s": float}, None),
        },
    ],
    "other_rules": bool,
    "refused": REFUSED,
}

PLAY: Shape = {"minutes": int, "clock_synced": bool, "bgstats": str}

FIGURES = [(float, None)]
"""The shape of a seat's figure, round by round."""

STORY: Shape = {
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
            "played": (str, None),
            str: FIGURES,
        }
    ],
    "moments": [{"kind": str, "label": str, "round": int, "seat": (int, None), str: ANY}],
    "highlights": [{"key": str, "params": ANY, "text": str}],
    "refused": REFUSED,
    "laid": str,
    str: ANY,
}

DRIVE: Shape = {
    "course": str,
    "pieces": [{str: ANY}],
    "lines": [{"piece": int, "after": [int], "limit": (int, None)}],
    "start": ({"sleds": [{"seat": int, "at": [int], "dents": int}], "standing": [[int]]}, None),
    "steps": [
        {
            "round": int,
            "seat": (int, None),
            "path": [[int]],
            "sleds": [{"seat": int, "at": ([int], None), "dents": int}],
            str: ANY,
        }
    ],
    "heat": [
        {
            "lines": [{"line": int, "dents": int, "times": int}],
            "spaces": [{"at": [int], "edge": int, "sled": int, "sapling": int}],
        }
    ],
    "races": int,
}

GHOSTS: Shape = {"ghosts": [{"seat": int, "race": int, "at": [([int], None)]}]}

BEST: Shape = {
    str: {"value": float, "name": (str, None), "race": int, "course": str, "other_rules": bool}
}
"""The shape of records by kind."""

RECORDS: Shape = {
    "game": str,
    "kinds": [{"kind": str, "label": str}],
    "courses": [{"course": str, "laid": str, "races": int, "records": BEST}],
    "players": [{"name": str, "wins": int, "races": int, "records": BEST}],
}
BACKUPS: Shape = {
    "backups": [
        {"file": str, "when": (str, None), "races": (int, None), "acts": (int, None)},
    ],
    "faults": [str],
}
SEASONS: Shape = {
    "seasons": [
        {"id": int, "name": str, "races": [(int, None)], "players": [str], "leaders": [str]},
    ],
}
COURSES: Shape = {
    "courses": [
        {
            "name": str,
            "limits": [int],
            "flag": str,
            "note": str,
            "picture": bool,
            "laid": [{"piece": str, "side": str, "turned": bool}],
            "printed": (str, None),
            "saved": bool,
            "example": bool,
        }
    ],
}
PROPOSALS: Shape = {"courses": [[{"piece": str, "side": str, "turned": bool}]]}
FAIRNESS: Shape = {"races": int, "of": int, "wins": [int], "done": bool, "failed": bool}
TODAY: Shape = {
    "date": str,
    "example": bool,
    "courses": [
        {
            "course": str,
            "laid": [{"piece": str, "side": str, "turned": bool}],
            "limits": [int],
            "flag": str,
            "seed": int,
            "results": [{"name": str, "rounds": int, "race": int}],
        }
    ],
}
PLAYERS: Shape = {"players": [{"name": str, "colour": str, "races": int}]}
BOX: Shape = {
    "game": str,
    "saved": bool,
    "example": bool,
    "complete": bool,
    "missing": [str],
    "in_force": ["saved", "example", "none"],
}
TAGS: Shape = {
    "tags": [{"uid": str, "game": str, "piece": {str: ANY}, "text": str}],
    "decks": [{"game": str, **DECK, "known": int}],
    "games": [
        {
            "game": str,
            "composition": ({str: int}, None),
            "decks": [{"deck": str, "title": str, "composition": {str: int}}],
        }
    ],
}
TAG_DECK: Shape = {
    "game": str,
    **DECK,
    "known": int,
    "of": int,
    "complete": bool,
    "cards": ["Card"],
}
HEALTH: Shape = {
    "ok": bool,
    "loop_s": (float, None),
    "room_s": (float, None),
    "store_waiting_s": float,
    "store_alive": bool,
    "version": str,
    "ended": [str],
    "devices": [{"id": str, "kind": str, "seat": (int, None), "state": str}],
    "hall?": {"connected": bool, "since": int, "waiting": int, "refused": int},
}
PREVIEW: Shape = {
    "state": ANY,
    "up": [int],
    "todo": [str],
    "seats": [{"seat": int, "todo": [str], "ticks": [str]}],
    "events": [["Event"]],
}

SHAPES: dict[str, Any] = {
    "Act": {"act": str, "seat?": (int, None), str: ANY},
    "Event": {"key": str, "seat": (int, None), "params": {str: ANY}, "text": str, "cue?": str},
    "Error": {
        "error": {
            "key": str,
            "params": {str: ANY},
            "text": str,
            "remedy?": (["Act"], None),
        },
        "state?": "State",
    },
    "Done": {"version": int, "events": ["Event"], "id?": int},
    "Key": {
        "text": str,
        "act": ("Act", None),
        "menu": (str, None),
        "enabled": bool,
        "warn": str,
    },
    "Keys": {"press": ("Key", None), "hold": ("Key", None)},
    "Card": {"piece": {str: ANY}, "title": str, "text": str, "uid": str},
    "Played": PLAYED,
    "Seat": {
        "seat": int,
        "name": (str, None),
        "colour": (str, None),
        "rgb": (str, None),
        "todo": [str],
        "ticks": [str],
        "turns": int,
        "menu": str,
        "keys": (dict.fromkeys(BUTTONS, "Keys"), None),
        "extra": ["Key"],
        "phones": int,
        "device": str,
        "reader": str,
    },
    "Device": {
        "id": str,
        "kind": str,
        "seat": (int, None),
        "state": str,
        "note": str,
        "text": str,
        "pixels": (int, None),
        "simulated": bool,
    },
    "Learning": {
        "game": str,
        **DECK,
        "composition": {str: int},
        "reader": int,
        "at": (int, None),
        "asked": (str, None),
        "known": int,
        "of": int,
        "complete": bool,
        "said": str,
        "well": bool,
        "doubt": str,
        "cards": ["Card"],
    },
    "Race": {
        "id": int,
        "game": str,
        "options": {str: ANY},
        "begun": bool,
        "over": bool,
        "other_rules": bool,
        "can_undo": bool,
        "can_redo": bool,
        "undoes": ({"seat": (int, None), "text": str}, None),
        "acts": int,
        "clock": (
            {"used_s": {str: float}, "since_s": (float, None), "stopped_s": (float, None)},
            None,
        ),
    },
    "State": {
        "version": int,
        "boot": str,
        "simulated": bool,
        "clock_synced": bool,
        "table": {"name": str, "seats": [int], "colours": [str], "address": str},
        "race": ("Race", None),
        "state": (ANY, None),
        "up": [int],
        "todo": [str],
        "seats": ["Seat"],
        "log": [{"n": int, "act": str, "seat": (int, None), "from": str, "events": ["Event"]}],
        "notices": [
            {
                "n": int,
                "seat": (int, None),
                "key": str,
                "params": {str: ANY},
                "text": str,
                "remedy": (["Act"], None),
            }
        ],
        "devices": ["Device"],
        "on_break": bool,
        "rights": int,
        "seating": ({"seats": {str: (str, None)}}, None),
        "proposal": ({"game": str, "seat": int, "title": str}, None),
        "learning": ("Learning", None),
    },
    "Season": {
        "id": int,
        "name": str,
        "points": [int],
        "drop": int,
        "players": [str],
        "races": [
            {"n": int, "title": str, "game": str, "race": (int, None), "results": ["Result"]}
        ],
        "tables": [["Standing"]],
        "can_undo": bool,
        "can_redo": bool,
        "log": [{"n": int, **WHERE}],
    },
    "Result": {"name": str, "place": (int, None), "points": (int, None)},
    "Standing": {
        "rank": int,
        "tied": bool,
        "name": str,
        "total": int,
        "cells": [
            {"place": (int, None), "points": (int, None), "missed": bool, "dropped": bool},
        ],
    },
}
