"""The set-up of a race: checks the options and creates the first state."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.fields import (
    Field,
    Wrong,
    boolean,
    items,
    mapping,
    one_of,
    record,
    refuse_wrong,
    text,
    whole,
)
from companion.games.game import Event
from companion.games.snow_tails import box, track_course
from companion.games.snow_tails.dealt import STRENGTHS, deal, seed_of
from companion.games.snow_tails.rounds import announce
from companion.games.snow_tails.state import HAND, VALUES, Settings, Sled, State
from companion.games.snow_tails.words import say

SMALLEST_DECK = 7
"""Start place 5 begins with seven cards (ST-15)."""

MOST_SEED = 2**53 - 1
"""The largest integer that every reader of JSON keeps exact."""

limits = items(whole(1, 99))
flag = one_of("left", "right")
_copies = whole(0, 20)
_by_value = record({str(value): Field(_copies) for value in VALUES})
PLAYERS = (2, 5)
"""The least and the most players of a race."""

_seat = record(
    {
        "seat": Field(whole(1, 6), required=False),
        "name": Field(text),
        "colour": Field(text),
        "place": Field(whole(1, 5)),
        "played": Field(one_of(*STRENGTHS), required=False),
        "cards": Field(whole(1, 6), required=False),
    }
)


def _deck(value: Any) -> None:
    (_by_value if isinstance(value, Mapping) else _copies)(value)
    if sum(_composition(value)) < SMALLEST_DECK:
        raise Wrong("deck_too_small", least=SMALLEST_DECK)


def _box(value: Any) -> None:
    """Check the type of the box; `box.read` checks the rest."""
    if value != "example":
        mapping(value)


_options = record(
    {
        "seats": Field(items(_seat, *PLAYERS)),
        "limits": Field(limits, required=False),
        "flag": Field(flag, required=False),
        "edition": Field(one_of("de", "fr"), required=False),
        "deck": Field(_deck, required=False),
        "bonus_may_crash": Field(boolean, required=False),
        "finished_count": Field(boolean, required=False),
        "dnf_points": Field(whole(0), required=False),
        "ask_certain": Field(boolean, required=False),
        "laid": Field(track_course.entries, required=False),
        "box": Field(_box, required=False),
        "seed": Field(whole(0, MOST_SEED), required=False),
    }
)


def setup(options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """Check the options and start a race (ST-10 to ST-16).

    `options` as in interfaces.md, section 2. Returns the state and the first events. Raises Refused
    with the name of the field.
    """
    refuse_wrong(_options, options, "options")
    if "limits" not in options and not options.get("laid"):
        raise Refused("options.missing_field", field="limits")
    settings = _settings(options)
    sleds = tuple(_sled(number, one) for number, one in enumerate(options["seats"], 1))
    _refuse_duplicates(sleds)
    order = tuple(sled.seat for sled in sorted(sleds, key=lambda sled: sled.start))
    state = State(
        settings=settings,
        limits=tuple(options.get("limits", ())),
        flag=options.get("flag", "left"),
        sleds=sleds,
        order=order,
        turn=order[0],
    )
    state = _dealt(_on_course(state, options), options)
    events = [say("snow_tails.opening_hand", sled, count=sled.dogs) for sled in state.sleds]
    events.append(Event("snow_tails.round", params={"round": 1}))
    announce(state, events)
    return state, tuple(events)


def _on_course(state: State, options: Mapping[str, Any]) -> State:
    """The race on its laid course: sleds on their start places, limits and flag of the pieces."""
    laid, data = options.get("laid"), options.get("box", {})
    if not laid:
        return state
    pieces = track_course.driven(laid, box.example() if data == "example" else data)
    track = track_course.track(pieces, [sled.start for sled in state.sleds])
    return replace(
        state,
        limits=track.limits[:-1],
        flag=track.flag,
        sleds=tuple(
            replace(sled, at=track_course.start_place(track, sled.start)) for sled in state.sleds
        ),
        track=track,
        saplings=track_course.saplings(track),
    )


def _dealt(state: State, options: Mapping[str, Any]) -> State:
    """The race with the cards of the sleds that the table plays. Refused without a laid course."""
    for sled, one in zip(state.sleds, options["seats"], strict=True):
        if "played" in one:
            if state.track is None:
                raise Refused("snow_tails.played_no_course", name=sled.name)
            seed = seed_of(options.get("seed", 0), one.get("cards", sled.seat))
            cards = deal(one["played"], seed, state.settings.deck, sled.dogs)
            state = state.with_sled(replace(sled, dealt=cards))
    return state


def _settings(options: Mapping[str, Any]) -> Settings:
    usual = Settings()
    return Settings(
        edition=options.get("edition", usual.edition),
        deck=_composition(options["deck"]) if "deck" in options else usual.deck,
        bonus_may_crash=options.get("bonus_may_crash", usual.bonus_may_crash),
        finished_count=options.get("finished_count", usual.finished_count),
        dnf_points=options.get("dnf_points", usual.dnf_points),
        ask_certain=options.get("ask_certain", usual.ask_certain),
    )


def _composition(deck: Any) -> tuple[int, ...]:
    if isinstance(deck, Mapping):
        return tuple(deck[str(value)] for value in VALUES)
    return (deck,) * len(VALUES)


def _sled(number: int, one: Mapping[str, Any]) -> Sled:
    start = one["place"]
    return Sled(
        seat=one.get("seat", number),
        name=one["name"],
        colour=one["colour"],
        start=start,
        dogs=opening_hand(start),
    )


def opening_hand(start: int) -> int:
    """Dog cards at the start: 5, on start place 4 one more, on 5 two more (ST-15)."""
    return HAND + max(0, start - 3)


def _refuse_duplicates(sleds: tuple[Sled, ...]) -> None:
    """Refuse two sleds with the same seat, colour or start place."""
    for what, shared in (("seat", "seat"), ("colour", "colour"), ("place", "start")):
        seen: dict[object, str] = {}
        for sled in sleds:
            value = getattr(sled, shared)
            if value in seen:
                named = {what: value, "first": seen[value], "second": sled.name}
                raise Refused(f"snow_tails.same_{what}", **named)
            seen[value] = sled.name
