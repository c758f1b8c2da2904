"""A finished race as a play, as the logs of other programs count them. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from companion.errors import Refused
from companion.games import GAME_SPECS
from companion.library.export import moment
from companion.library.races import course_of, seats
from companion.messages import ENGLISH, sentence
from companion.store.store import Entry, SavedRace, Stamp

MOST_PAUSE_S = 3600.0
"""Longest time without an act that counts as played; a longer one was a meal or a night."""


@dataclass(frozen=True, slots=True)
class PlayerOf:
    """A player of a play. `place`, `points`: None if the rules give the player none."""

    seat: int
    name: str
    colour: str
    place: int | None
    points: int | None

    @property
    def won(self) -> bool:
        """Whether this player won; several may."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Play:
    """A finished race. `key` identifies it among the races of all tables, the same in every export.

    `title`: the game's English name, by which other programs look for it. `minutes`: played,
    without pauses of more than an hour and without the time in which the machine was off, at
    least 1. `clock_synced`: whether `started` and `ended` are right.
    """

    key: str
    game: str
    title: str
    course: str
    started: datetime
    ended: datetime
    clock_synced: bool
    minutes: int
    players: tuple[PlayerOf, ...]

    @property
    def bgg_id(self) -> int | None:
        """The game's number at BoardGameGeek, None if nobody has checked it."""
        return GAME_SPECS[self.game].bgg_id


def play(race: SavedRace, entries: Iterable[Entry]) -> Play:
    """The play of a race and its acts, best place first. Raises Refused if it is not over."""
    if race.result is None:
        raise Refused("saved.not_over", race=race.id)
    stamps = [race.stamp, *(one.stamp for one in entries if one.act.get("act") != "untimed")]
    first, last = stamps[0], stamps[-1]
    return Play(
        key=f"{race.id}-{round(first.wall_s * 1000)}",
        game=race.game,
        title=sentence(f"ui.game_{race.game}", lang=ENGLISH),
        course=course_of(race),
        started=moment(first),
        ended=moment(last),
        clock_synced=first.clock_synced and last.clock_synced,
        minutes=max(1, round(_played_s(stamps) / 60)),
        players=_players(race),
    )


def _players(race: SavedRace) -> tuple[PlayerOf, ...]:
    entered = {seat["seat"]: seat for seat in seats(race)}
    return tuple(
        PlayerOf(
            seat=one["seat"],
            name=entered[one["seat"]]["name"].strip() or str(one["seat"]),
            colour=entered[one["seat"]]["colour"],
            place=one["place"],
            points=one["points"],
        )
        for one in race.result
    )


def _played_s(stamps: Iterable[Stamp]) -> float:
    """Seconds played between the stamps, by the monotonic clock."""
    return sum(
        after.mono_s - before.mono_s
        for before, after in pairwise(stamps)
        if before.boot == after.boot and 0 <= after.mono_s - before.mono_s <= MOST_PAUSE_S
    )
