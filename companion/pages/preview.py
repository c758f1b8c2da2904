"""What if: acts done to the race as it is shown, and thrown away. Nobody hears of them."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, jsonify, request

from companion import messages
from companion.errors import CompanionError, Malformed, Refused
from companion.games import history
from companion.games.game import Act, Event, View
from companion.table.posts import MALFORMED, REFUSED
from companion.table.race import Race

MOST_ACTS = 12
"""A whole turn with all that can happen in it."""


def ahead(race: history.History, acts: list[Act]) -> tuple[View, list[tuple[Event, ...]]]:
    """The race after these acts, and what each of them announces.

    Raises Refused or Malformed at the first act that the rules do not take.
    """
    events = []
    for act in acts:
        race, told = race.apply(act)
        events.append(told)
    return race.game.view(race.state), events


def add(
    app: Flask,
    shown: Callable[[], Race | None],
    error: Callable[..., Any],
    lang: Callable[[], str],
) -> None:
    """The call of the web API. Anybody may look."""

    @app.post("/api/v1/preview")
    def preview() -> Any:
        body = request.get_json(silent=True)
        try:
            acts = _acts(body)
            now = shown()
            if now is None:
                raise Refused("table.no_race")
            return jsonify(_words(*ahead(now.history, acts), lang()))
        except CompanionError as no:
            status = REFUSED if isinstance(no, Refused) else MALFORMED
            return error(status, no.key, **no.params)


def _acts(body: Any) -> list[Act]:
    """The acts of a request. Raises Malformed."""
    if not isinstance(body, Mapping):
        raise Malformed("web.no_object")
    for name in body:
        if name != "acts":
            raise Malformed("web.unknown_field", field=str(name)[:40])
    if "acts" not in body:
        raise Malformed("web.missing_field", field="acts")
    acts = body["acts"]
    if not isinstance(acts, list) or not all(isinstance(act, Mapping) for act in acts):
        raise Malformed("web.wrong_type", field="acts", type="list")
    if len(acts) > MOST_ACTS:
        raise Malformed("web.many_acts", most=MOST_ACTS)
    return acts


def _words(view: View, events: list[tuple[Event, ...]], lang: str) -> dict[str, Any]:
    return {
        "state": view.state,
        "up": list(view.up),
        "todo": [messages.say(say, lang) for say in view.todo],
        "seats": [
            {"seat": seat.seat, "todo": [messages.say(say, lang) for say in seat.todo]}
            for seat in view.seats
        ],
        "events": [[messages.event_json(event, lang) for event in told] for told in events],
    }
