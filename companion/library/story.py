"""What a race was like, round by round: places, times, and the figures that its game names. Pure.

Read off the game's own view after each act that stands, so that nothing is reckoned twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games import GAME_SPECS, history
from companion.games.game import Act
from companion.games.spec import StoryOf

View = Mapping[str, Any]
Figures = list[float | None]


@dataclass(slots=True)
class SeatStory:
    """A seat's race. Lists have one entry a round, None where it had no turn or no part in it.

    `place` begins with the start: entry n is the place after n rounds. `took_s` are seconds.
    `finished`, `out`: the round in which it finished or was eliminated. `figures`: the game's own
    (companion/games/spec.py), by name.
    """

    seat: int
    name: str
    colour: str
    place: Figures = field(default_factory=list)
    took_s: Figures = field(default_factory=list)
    finished: int | None = None
    out: int | None = None
    figures: dict[str, Figures] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Every figure stands beside the other lists, too."""
        return self.figures | {name: getattr(self, name) for name in SeatStory.__slots__}


@dataclass(slots=True)
class Story:
    """A race: how many rounds were begun, its seats as listed, and what else is worth telling."""

    told_as: StoryOf
    rounds: int
    seats: list[SeatStory]
    moments: list[dict[str, Any]]

    def as_json(self) -> dict[str, Any]:
        """Every kind of moment has a list of its own, too."""
        figures = [{"name": one.name, "label": one.label} for one in self.told_as.figures]
        marks = self.told_as.marks
        return {
            **{kind: self.of_kind(kind) for kind in marks},
            "rounds": self.rounds,
            "figures": figures,
            "seats": [seat.as_json() for seat in self.seats],
            "moments": [{**one, "label": marks[one["kind"]]} for one in self.moments],
        }

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        """The moments of one kind."""
        return [
            {name: value for name, value in one.items() if name != "kind"}
            for one in self.moments
            if one["kind"] == kind
        ]


def story(game_name: str, options: Mapping[str, Any], log: Iterable[Act]) -> Story:
    """The story of a stored log. Raises Refused or Malformed if the rules do not take it."""
    spec = GAME_SPECS[game_name]
    race = history.begin(spec.game, options)
    before = spec.game.view(race.state).state
    told = _begin(spec.story, before)
    for act in history.replay(spec.game, options, log).acts:
        race, _ = race.apply(act)
        after = spec.game.view(race.state).state
        _turn(told, act, before, after)
        _round(told, before, after)
        for moment in spec.story.moments(act, before, after):
            told.moments.append({"kind": moment["kind"], "round": before["round"], **moment})
        before = after
    return told


def _begin(told_as: StoryOf, view: View) -> Story:
    names = [figure.name for figure in told_as.figures]
    seats = [
        SeatStory(seat["seat"], seat["name"], seat["colour"], figures={name: [] for name in names})
        for seat in view["seats"]
    ]
    told = Story(told_as, 0, seats, [])
    _new_round(told, view)
    return told


def _new_round(told: Story, view: View) -> None:
    """A round begins: everybody's place so far is known, and there is room for its figures."""
    told.rounds += 1
    _places(told, view)
    for seat in told.seats:
        seat.took_s.append(None)
        for values in seat.figures.values():
            values.append(None)


def _places(told: Story, view: View) -> None:
    places = told.told_as.places(view)
    for seat in told.seats:
        seat.place.append(places[seat.seat])


def _turn(told: Story, act: Act, before: View, after: View) -> None:
    """What an act says of its seat's turn, and how long the turn took if it is done."""
    number, at = act.get("seat"), before["round"] - 1
    seat = next((seat for seat in told.seats if seat.seat == number), None)
    if seat is None:
        return
    if act["act"] == "done":
        seat.took_s[at] = act.get("took_s")
    for figure in told.told_as.figures:
        value = figure.turn and figure.turn(act, _shown(before, seat), _shown(after, seat))
        if value is not None:
            seat.figures[figure.name][at] = value


def _round(told: Story, before: View, after: View) -> None:
    """The figures as they stand in this round, and the places when it is over."""
    if after["round"] > told.rounds:
        _new_round(told, after)
    elif after["phase"] == "over" != before["phase"]:
        _places(told, after)
    for seat in told.seats:
        shown = _shown(after, seat)
        changed = shown["status"] != _shown(before, seat)["status"]
        for figure in told.told_as.figures:
            values = seat.figures[figure.name]
            takes_part = shown["status"] == "racing" or changed or values[-1] is not None
            if figure.stands and takes_part:
                values[-1] = figure.stands(shown)
        seat.finished = _since(seat.finished, shown["status"] == "finished", told.rounds)
        seat.out = _since(seat.out, shown["status"] == "eliminated", told.rounds)


def _shown(view: View, seat: SeatStory) -> Mapping[str, Any]:
    shown: Mapping[str, Any] = next(one for one in view["seats"] if one["seat"] == seat.seat)
    return shown


def _since(since: int | None, is_so: bool, now: int) -> int | None:
    return (since or now) if is_so else None
