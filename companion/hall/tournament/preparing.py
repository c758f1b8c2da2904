"""A tournament's race as its table gets it: names, seats, course. Pure."""

from collections.abc import Sequence
from typing import Any

from companion.games import GAME_SPECS
from companion.hall.tournament.state import Race, Settings, State

Json = dict[str, Any]

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")
"""The colours of the seats, seat 1 first."""


def command(state: State, race: Race) -> Json:
    """The fields of the command `prepare` (docs/mqtt.md)."""
    settings = state.settings
    fields = {"game": settings.game, "options": _options(settings, state.names(race.players))}
    return {**fields, "course": settings.course} if settings.course else fields


def check(settings: Settings) -> None:
    """Raise Refused if the game does not accept the races of this tournament."""
    names = [str(seat) for seat in range(1, settings.at_table + 1)]
    GAME_SPECS[settings.game].game.setup(_options(settings, names))


def _options(settings: Settings, names: Sequence[str]) -> Json:
    """The options of a race: the first start place is seat 1."""
    spec = GAME_SPECS[settings.game]
    seats = [
        {"seat": seat, "name": name, "colour": COLOURS[seat - 1]}
        | ({"place": seat} if spec.start_places else {})
        for seat, name in enumerate(names, 1)
    ]
    return {**settings.race, "seats": seats}
