"""Payloads as tables publish them."""

import json
from typing import Any

PLACE = {"v": 1, "store": "s1", "branch": "b1", "race": 7, "game": "snow_tails"}
WHEN = {"at": 1_700_000_000.25, "clock_synced": True}
SEATS = [
    {"seat": 1, "name": "Ada", "colour": "red", "status": "racing", "place": None, "dents": 2},
    {"seat": 2, "name": "Ben", "colour": "blue", "status": "racing", "place": None, "dents": 0},
]


def act(n: int, **other: Any) -> dict[str, Any]:
    content = {"act": {"act": "done", "seat": 1}} if n else {"options": {"seats": SEATS}}
    return {**PLACE, "n": n, **WHEN, **content, **other}


def result(n: int, **other: Any) -> dict[str, Any]:
    places = [{"seat": 2, "place": 1, "points": 5}, {"seat": 1, "place": 2, "points": 3}]
    players = [{"seat": 1, "colour": "red"}, {"seat": 2, "colour": "blue"}]
    return {**PLACE, "n": n, **WHEN, "result": places, "players": players, **other}


def state(**other: Any) -> dict[str, Any]:
    return {
        "v": 1,
        "version": 12,
        "boot": "b",
        "store": "s1",
        "race": {"id": 7, "n": 3, "game": "snow_tails", "begun": True, "over": False},
        "up": [2],
        "leader": 2,
        "on_break": False,
        "shown": {"turn": "Ben", "leader": "Ben", "round": 3, "stage": "racing"},
        "state": {"order": [2, 1], "seats": SEATS, "round": 3},
        "seats": [],
        **other,
    }


def status(online: bool = True, **other: Any) -> dict[str, Any]:
    title = {"table": "Kitchen"} if online else {}
    return {"v": 1, "online": online, "store": "s1", **title, **other}


def encoded(payload: Any) -> bytes:
    return json.dumps(payload).encode()
