"""What happened in a finished race, in up to three sentences. Pure.

Everything comes from the story (story.py): the places after each round, and one of the game's
figures.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.game import Say
from companion.games.spec import Record
from companion.library.story import SeatStory, Story

MOST = 3
"""The most sentences told."""


class _Step(NamedTuple):
    """The change of a seat's place in a round; `gain` is negative for places lost."""

    gain: int
    round: int
    seat: SeatStory

    def say(self, key: str) -> Say:
        """The step in words."""
        came, went = self.seat.place[self.round - 1], self.seat.place[self.round]
        return Say(
            key,
            {
                "name": self.seat.name,
                "from": Say(f"story.place_{came}"),
                "to": Say(f"story.place_{went}"),
                "round": self.round,
            },
        )


def highlights(story: Story) -> tuple[Say, ...]:
    """The sentences about a finished race, the best first; none if nothing is known of it."""
    return tuple(_told(story))[:MOST]


def _told(story: Story) -> Iterator[Say]:
    winners = [seat for seat in story.seats if seat.place[-1] == 1]
    won = _won(winners[0]) if len(winners) == 1 else None
    if won:
        yield won
    steps = [step for seat in story.seats for step in _steps(seat)]
    climbs = [step for step in steps if step.gain > 0 and not (won and _is_of(won, step))]
    if climbs:
        yield max(climbs, key=lambda step: step[:2]).say("story.climbed")
    yield from filter(None, (_peak(story, record) for record in story.kind.records))
    fall = min(steps, key=lambda step: (step.gain, -step.round), default=None)
    if fall and fall.gain < -1:
        yield fall.say("story.fell")
    for seat in story.seats:
        if seat.out is not None:
            yield Say("story.out", {"name": seat.name, "round": seat.out})


def _won(seat: SeatStory) -> Say | None:
    """How a sole winner won; None for a race without rounds."""
    behind = [at for at, place in enumerate(seat.place) if place != 1]
    last = len(seat.place) - 1
    if last == 0:
        return None
    if not behind:
        return Say("story.led", {"name": seat.name})
    if behind[-1] == last - 1 and seat.place[-2] is not None:
        before = Say(f"story.place_{seat.place[-2]}")
        return Say("story.won_last", {"name": seat.name, "from": before, "round": last})
    return Say("story.took_lead", {"name": seat.name, "round": behind[-1] + 1})


def _is_of(won: Say, step: _Step) -> bool:
    """Whether the sentence about the victory already tells this step."""
    return won.params["name"] == step.seat.name and won.params.get("round") == step.round


def _steps(seat: SeatStory) -> Iterator[_Step]:
    for number, (came, went) in enumerate(zip(seat.place, seat.place[1:], strict=False), 1):
        if came is not None and went is not None and came != went:
            yield _Step(int(came - went), number, seat)


def _peak(story: Story, record: Record) -> Say | None:
    """The best value of a record that has a sentence, the earliest of equal ones.

    None if everybody had it.
    """
    if not record.told:
        return None
    values = [
        (value, -number, -at)
        for at, seat in enumerate(story.seats)
        for number, value in enumerate(seat.figures[record.figure], 1)
        if value
    ]
    if not values:
        return None
    value, number, at = max(values)
    if len({holder for best, _, holder in values if best == value}) == len(story.seats) > 1:
        return None
    name = story.seats[-at].name
    return Say(record.told, {"name": name, "count": value, "round": -number})
