"""The set-up of a race: checks the options and creates the first state."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import Refused
from companion.games.fields import (
    Check,
    Field,
    boolean,
    items,
    one_of,
    record,
    refuse_wrong,
    text,
    unchecked,
)
from companion.games.fields import whole as whole_number
from companion.games.game import Event
from companion.games.reindeer_races import box
from companion.games.reindeer_races.rounds import announce
from companion.games.reindeer_races.state import (
    FIRST_HAND,
    OBJECTS,
    TRACK_CARDS,
    TRACK_CARDS_IN_BOX,
    Laid,
    State,
    Team,
)

_card = record(
    {
        "card": Field(whole_number(1, TRACK_CARDS_IN_BOX)),
        "turned": Field(boolean, required=False),
    }
)


def _cards_by(names: Iterable[str]) -> Check:
    """A check for an object with these names, each with its track's 3 to 7 cards (RR-03)."""
    return record(
        {
            name: Field(items(_card, count, count))
            for name, count in zip(names, TRACK_CARDS.values(), strict=True)
        }
    )


by_track = _cards_by(OBJECTS)
_by_number = _cards_by(map(str, range(1, len(OBJECTS) + 1)))


def laid(value: Any) -> None:
    """Check all track cards: five lists of 3 to 7 cards (RR-03)."""
    items(unchecked, len(OBJECTS), len(OBJECTS))(value)
    _by_number({str(number): cards for number, cards in enumerate(value, 1)})


PLAYERS = (2, 4)
"""The least and the most players of a race."""

_seat = record(
    {
        "seat": Field(whole_number(1, 6), required=False),
        "name": Field(text),
        "colour": Field(text),
    }
)
_options = record(
    {
        "seats": Field(items(_seat, *PLAYERS)),
        "first": Field(whole_number(1, 6), required=False),
        "box": Field(box.option, required=False),
        "laid": Field(laid, required=False),
        "bond_span": Field(one_of(2, 3), required=False),
    }
)


def setup(options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """Check the options and start a race (RR-01 to RR-07).

    The seats are listed clockwise. Returns the state and the first events. Raises Refused with the
    name of the field.
    """
    refuse_wrong(_options, options, "options")
    contents = box.contents(options.get("box"))
    teams = tuple(_team(number, one) for number, one in enumerate(options["seats"], 1))
    _refuse_duplicates(teams)
    order = _clockwise(teams, options.get("first", teams[0].seat))
    cards = laid_cards(options.get("laid", ()))
    laying = contents.knows_tracks and not cards
    state = State(
        teams,
        order,
        contents,
        span=options.get("bond_span", 3),
        laid=cards,
        phase="lay" if laying else "turns",
        turn=None if laying else order[0],
    )
    events = [Event("reindeer_races.deal", params={"count": FIRST_HAND})]
    if laying:
        events.append(Event("reindeer_races.lay"))
    else:
        announce(state, events)
    return state, tuple(events)


def laid_cards(tracks: Any) -> tuple[Laid, ...]:
    """The cards of all tracks in order. Raises Refused for a card that occurs twice."""
    cards = tuple(Laid(one["card"], one.get("turned", False)) for cards in tracks for one in cards)
    seen: set[int] = set()
    for one in cards:
        if one.card in seen:
            raise Refused("reindeer_races.card_twice", card=one.card)
        seen.add(one.card)
    return cards


def _team(number: int, one: Mapping[str, Any]) -> Team:
    return Team(seat=one.get("seat", number), name=one["name"], colour=one["colour"])


def _clockwise(teams: tuple[Team, ...], first: int) -> tuple[int, ...]:
    """The seats in clockwise order from the first player."""
    seats = tuple(team.seat for team in teams)
    if first not in seats:
        listed = ", ".join(map(str, seats))
        raise Refused("reindeer_races.no_seat", seat=first, seats=listed)
    at = seats.index(first)
    return seats[at:] + seats[:at]


def _refuse_duplicates(teams: tuple[Team, ...]) -> None:
    """Refuse two teams with the same seat or colour."""
    for what in ("seat", "colour"):
        seen: dict[object, str] = {}
        for team in teams:
            value = getattr(team, what)
            if value in seen:
                named = {what: value, "first": seen[value], "second": team.name}
                raise Refused(f"reindeer_races.same_{what}", **named)
            seen[value] = team.name
