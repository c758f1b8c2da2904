"""Preview: apply acts to the shown race and discard the result."""

from typing import Any

from flask import g, jsonify

from companion import messages
from companion.errors import Malformed, Refused
from companion.games import history
from companion.games.game import Act, Event, View
from companion.pages.responses import error
from companion.pages.web import Web
from companion.table.posts import MALFORMED

MOST_ACTS = 12
"""Most acts in a preview: enough for any turn."""


def preview(web: Web, body: dict[str, Any]) -> Any:
    """The race after these acts. Raises Refused if the rules refuse one."""
    now = web.snapshot().race
    if now is None:
        raise Refused("table.no_race")
    try:
        return jsonify(_as_json(*after(now.history, body["acts"]), g.lang))
    except Malformed as no:
        return error(MALFORMED, no.key, **no.params)


def after(race: history.History, acts: list[Act]) -> tuple[View, list[tuple[Event, ...]]]:
    """The view after these acts, and the events of each.

    Raises Refused or Malformed at the first act that the rules reject.
    """
    events = []
    for act in acts:
        race, announced = race.apply(act)
        events.append(announced)
    return race.game.view(race.state), events


def _as_json(view: View, events: list[tuple[Event, ...]], lang: str) -> dict[str, Any]:
    return {
        "state": view.state,
        "up": list(view.up),
        "todo": [messages.say(say, lang) for say in view.todo],
        "seats": [
            {"seat": seat.seat, "todo": [messages.say(say, lang) for say in seat.todo]}
            for seat in view.seats
        ],
        "events": [[messages.event_json(event, lang) for event in of_act] for of_act in events],
    }
