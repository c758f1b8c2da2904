"""What a race was like, round by round: places, speeds, dents, times, Big Paws. Pure.

Read off the game's own view after each act that stands, so that nothing is reckoned twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion import history
from companion.games import GAMES
from companion.games.game import Act

View = Mapping[str, Any]
Figures = list[float | None]


@dataclass(slots=True)
class SeatStory:
    """A seat's figures. All but `place` have one entry a round, None where it had no turn or part.

    `place` begins with the start: entry n is the place in the race order after n rounds. `took_s`
    are seconds. `finished`, `out`: the round in which it crossed the finish or was eliminated.
    """

    seat: int
    name: str
    colour: str
    place: Figures = field(default_factory=list)
    speed: Figures = field(default_factory=list)
    dents: Figures = field(default_factory=list)
    took_s: Figures = field(default_factory=list)
    finished: int | None = None
    out: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in SeatStory.__slots__}


@dataclass(slots=True)
class Story:
    """A race: how many rounds were begun, its seats as listed, and where Big Paws went when."""

    rounds: int
    seats: list[SeatStory]
    big_paws: list[dict[str, Any]]

    def as_json(self) -> dict[str, Any]:
        seats = [seat.as_json() for seat in self.seats]
        return {"rounds": self.rounds, "seats": seats, "big_paws": self.big_paws}


def story(game_name: str, options: Mapping[str, Any], log: Iterable[Act]) -> Story:
    """The story of a stored log. Raises Refused or Malformed if the rules do not take it."""
    game = GAMES[game_name]
    race = history.begin(game, options)
    before = game.view(race.state).state
    told = _begin(before)
    for act in history.replay(game, options, log).acts:
        race, _ = race.apply(act)
        after = game.view(race.state).state
        if act.get("act") == "done":
            _turn(told, act, before)
        _round(told, before, after)
        _paws(told, act, before, after)
        before = after
    return told


def _begin(view: View) -> Story:
    seats = [SeatStory(seat["seat"], seat["name"], seat["colour"]) for seat in view["seats"]]
    told = Story(0, seats, [])
    _new_round(told, view)
    return told


def _new_round(told: Story, view: View) -> None:
    """A round begins: everybody's place so far is known, and there is room for its figures."""
    told.rounds += 1
    _places(told, view)
    for seat in told.seats:
        seat.speed.append(None)
        seat.took_s.append(None)
        seat.dents.append(None)


def _places(told: Story, view: View) -> None:
    """Who has a place, then the race order; None for who is out."""
    shown = {seat["seat"]: seat for seat in view["seats"]}
    placed = sum(seat["place"] is not None for seat in shown.values())
    racing = [seat for seat in view["order"] if shown[seat]["status"] == "racing"]
    for seat in told.seats:
        place = shown[seat.seat]["place"]
        if place is None and seat.seat in racing:
            place = placed + racing.index(seat.seat) + 1
        seat.place.append(place)


def _turn(told: Story, act: Act, before: View) -> None:
    """A turn was done: its speed with the bonus, and how long it took."""
    shown = next(seat for seat in before["seats"] if seat["seat"] == act["seat"])
    seat = next(seat for seat in told.seats if seat.seat == act["seat"])
    bonus = shown["bonus"] if act.get("bonus") else 0
    seat.speed[before["round"] - 1] = shown["speed"] + bonus
    seat.took_s[before["round"] - 1] = act.get("took_s")


def _round(told: Story, before: View, after: View) -> None:
    """The figures as they stand in this round, and the places when it is over."""
    if after["round"] > told.rounds:
        _new_round(told, after)
    elif after["phase"] == "over" != before["phase"]:
        _places(told, after)
    for seat, shown in zip(told.seats, after["seats"], strict=True):
        racing = shown["status"] == "racing"
        if racing or seat.dents[-1] is not None or shown["status"] != _status(before, seat.seat):
            seat.dents[-1] = shown["dents"]
        seat.finished = _since(seat.finished, shown["status"] == "finished", told.rounds)
        seat.out = _since(seat.out, shown["status"] == "eliminated", told.rounds)


def _status(view: View, seat: int) -> str:
    return str(next(shown["status"] for shown in view["seats"] if shown["seat"] == seat))


def _since(since: int | None, is_so: bool, now: int) -> int | None:
    return (since or now) if is_so else None


def _paws(told: Story, act: Act, before: View, after: View) -> None:
    """Big Paws went to another seat (ST-94)."""
    holder = after.get("big_paws")
    if holder is None or holder == before.get("big_paws"):
        return
    took_s = act.get("took_s") if act.get("seat") == holder else None
    told.big_paws.append({"round": before["round"], "seat": holder, "took_s": took_s})
