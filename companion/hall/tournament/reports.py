"""What a table reports of a tournament's race (docs/mqtt.md), as acts. Pure."""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.hall.tournament.state import Report, State

Json = dict[str, Any]


def scored(state: State, payload: Mapping[str, Any]) -> Json | None:
    """The act of a message on `results`; None if its race is not one of the tournament.

    Seat 1 is that of the race's first player. Raises Refused if a place is open: then the result
    is entered by hand.
    """
    race = state.reported(Report(payload["store"], payload["race"]))
    if race is None:
        return None
    if any(row.get("open") for row in payload["result"]):
        raise Refused("tournament.places_open", race=race.n)
    by_seat = {row["seat"]: row["place"] for row in payload["result"]}
    places = [by_seat.get(seat) for seat in range(1, len(race.players) + 1)]
    place = {"store": payload["store"], "saved": payload["race"], "n": payload["n"]}
    return {"act": "score", "race": race.n, **place, "places": places}


def taken_back(state: State, payload: Mapping[str, Any]) -> Json | None:
    """The act of a message on `acts`, if it follows the reported result of a race: an undo."""
    race = state.reported(Report(payload["store"], payload["race"]))
    if race is None or not race.over or payload["n"] <= race.heard:
        return None
    return {
        "act": "take_back",
        "store": payload["store"],
        "saved": payload["race"],
        "n": payload["n"],
    }
