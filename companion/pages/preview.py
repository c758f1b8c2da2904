"""Preview: apply acts to the shown race and discard the result."""

from typing import Any

from flask import g, jsonify

from companion import messages
from companion.errors import Malformed, Refused
from companion.games import history
from companion.games.game import Act, Event, View
from companion.pages.responses import error
from companion.pages.web import Web
from companion.table.played_seats import is_own
from companion.table.posts import MALFORMED
from companion.table.snapshot import Snapshot

MOST_ACTS = 12
"""Most acts in a preview, enough for any turn."""


def preview(web: Web, body: dict[str, Any]) -> Any:
    """The race after these acts. Raises Refused if the rules refuse one.

    The cards of a seat that the table plays are not tried out: the answer would tell its hand.
    """
    now = web.snapshot()
    if now.race is None:
        raise Refused("table.no_race")
    if any(is_own(now.race, act) for act in body["acts"]):
        raise Refused("table.played")
    try:
        view, events = after(now.race.history, body["acts"])
        return jsonify(_as_json(now, view, events, g.lang))
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


def _as_json(
    now: Snapshot, view: View, events: list[tuple[Event, ...]], lang: str
) -> dict[str, Any]:
    seats = [seat.seat for seat in view.seats]
    return {
        "state": view.state,
        "up": list(view.up),
        "todo": messages.instructions(view.todo, now.hardware_at(*seats), lang),
        "seats": [
            {
                "seat": seat.seat,
                "todo": messages.instructions(seat.todo, now.hardware_at(seat.seat), lang),
                "ticks": messages.instructions(seat.ticks, now.hardware_at(seat.seat), lang),
            }
            for seat in view.seats
        ],
        "events": [[messages.event_json(event, lang) for event in of_act] for of_act in events],
    }
