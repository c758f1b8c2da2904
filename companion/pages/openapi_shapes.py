"""What the web API gives, shape by shape, each written as an example of itself (openapi.py)."""

from typing import Any

from companion.signals import BUTTONS

ANY = object()
"""What docs/acts.md describes, or what differs from game to game."""

PLAYED = {
    "id": int,
    "game": str,
    "started": str,
    "clock_synced": bool,
    "players": [str],
    "names": {str: str},
    "course": str,
    "over": bool,
    "example": bool,
    "result": (ANY, None),
}
DECK = {"colour": str, "deck": str, "title": str}
WHERE = {"wall": str, "clock_synced": bool, "from": str, "events": ["Event"]}
RECORDS = {str: {"value": float, "name": (str, None), "race": int, "course": str}}

SHAPES: dict[str, Any] = {
    "Act": {"act": str, "seat?": (int, None), str: ANY},
    "Event": {"key": str, "seat": (int, None), "params": {str: ANY}, "text": str},
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
    "Key": {"text": str, "act": ("Act", None), "menu": (str, None), "enabled": bool},
    "Keys": {"press": ("Key", None), "hold": ("Key", None)},
    "Card": {"piece": {str: ANY}, "title": str, "text": str, "uid": str},
    "Played": PLAYED,
    "Seat": {
        "seat": int,
        "name": (str, None),
        "colour": (str, None),
        "rgb": (str, None),
        "todo": [str],
        "menu": str,
        "keys": (dict.fromkeys(BUTTONS, "Keys"), None),
        "extra": ["Key"],
        "phones": int,
        "device": str,
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
        "can_undo": bool,
        "can_redo": bool,
        "acts": int,
    },
    "State": {
        "version": int,
        "boot": str,
        "simulated": bool,
        "clock_synced": bool,
        "table": {"name": str, "seats": [int], "address": str},
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
