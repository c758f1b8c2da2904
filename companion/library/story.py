"""The story of a race, round by round: places, times, and the game's own figures. Pure.

Everything is taken from the game's view after each act that was not undone, never computed here.
Struck times are left out.
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
    """A seat's race. The lists have one entry per round, None if the seat had no turn.

    `place` begins with the start: entry n is the place after n rounds. `took_s`: each turn's
    duration in seconds. `finished`, `out`: the round in which the seat finished or was eliminated.
    `figures`: the game's own (companion/games/spec.py), by name. `played`: the strength of a seat
    that the table plays, None for a person's; the table's turns have no time.
    """

    seat: int
    name: str
    colour: str
    place: Figures = field(default_factory=list)
    took_s: Figures = field(default_factory=list)
    finished: int | None = None
    out: int | None = None
    figures: dict[str, Figures] = field(default_factory=dict)
    played: str | None = None

    def as_json(self) -> dict[str, Any]:
        """All fields by name, each figure beside them."""
        return self.figures | {name: getattr(self, name) for name in SeatStory.__slots__}


@dataclass(slots=True)
class Story:
    """A race: the number of rounds begun, its seats, and the game's special moments."""

    kind: StoryOf
    rounds: int
    seats: list[SeatStory]
    moments: list[dict[str, Any]]

    def as_json(self) -> dict[str, Any]:
        """The story as JSON; moments appear in one list and in a list for each kind."""
        figures = [{"name": one.name, "label": one.label} for one in self.kind.figures]
        marks = self.kind.marks
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
    """Replay a stored log. Raises Refused or Malformed if the rules reject an act."""
    spec = GAME_SPECS[game_name]
    race = history.begin(spec.game, options)
    before = spec.game.view(race.state).state
    result = untold(game_name, before["seats"])
    _new_round(result, before)
    for act in history.without_struck(history.replay(spec.game, options, log).acts):
        race, _ = race.restore(act)
        after = spec.game.view(race.state).state
        _turn(result, act, before, after)
        _round(result, before, after)
        times = {seat.seat: seat.took_s for seat in result.seats}
        for moment in spec.story.moments(act, before, after, times):
            result.moments.append({"kind": moment["kind"], "round": before["round"], **moment})
        before = after
    return result


def untold(game_name: str, seats: Iterable[Mapping[str, Any]]) -> Story:
    """A story without any rounds. `seats`: number, name and colour."""
    kind = GAME_SPECS[game_name].story
    names = [figure.name for figure in kind.figures]
    return Story(
        kind,
        0,
        [
            SeatStory(
                seat["seat"],
                seat["name"],
                seat["colour"],
                figures={name: [] for name in names},
                played=seat.get("played"),
            )
            for seat in seats
        ],
        [],
    )


def _new_round(result: Story, view: View) -> None:
    """Begin a round: add the places so far, and empty entries for the figures."""
    result.rounds += 1
    _places(result, view)
    for seat in result.seats:
        seat.took_s.append(None)
        for values in seat.figures.values():
            values.append(None)


def _places(result: Story, view: View) -> None:
    places = result.kind.places(view)
    for seat in result.seats:
        seat.place.append(places[seat.seat])


def _turn(result: Story, act: Act, before: View, after: View) -> None:
    """Add an act's figures to its seat's turn, and the time of a turn that is done."""
    number, at = act.get("seat"), before["round"] - 1
    seat = next((seat for seat in result.seats if seat.seat == number), None)
    if seat is None:
        return
    if act["act"] == "done" and not seat.played:
        seat.took_s[at] = act.get("took_s")
    for figure in result.kind.figures:
        value = figure.turn and figure.turn(act, _shown(before, seat), _shown(after, seat))
        if value is not None:
            seat.figures[figure.name][at] = value


def _round(result: Story, before: View, after: View) -> None:
    """Update the figures of the current round, and add the places when the race is over."""
    if after["round"] > result.rounds:
        _new_round(result, after)
    elif after["phase"] == "over" != before["phase"]:
        _places(result, after)
    for seat in result.seats:
        shown = _shown(after, seat)
        changed = shown["status"] != _shown(before, seat)["status"]
        for figure in result.kind.figures:
            values = seat.figures[figure.name]
            takes_part = shown["status"] == "racing" or changed or values[-1] is not None
            if figure.stands and takes_part:
                values[-1] = figure.stands(shown)
        seat.finished = _since(seat.finished, shown["status"] == "finished", result.rounds)
        seat.out = _since(seat.out, shown["status"] == "eliminated", result.rounds)


def _shown(view: View, seat: SeatStory) -> Mapping[str, Any]:
    shown: Mapping[str, Any] = next(one for one in view["seats"] if one["seat"] == seat.seat)
    return shown


def _since(since: int | None, is_so: bool, now: int) -> int | None:
    return (since or now) if is_so else None
