"""Track pieces added, removed or exchanged during a race (rules.md D13)."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.snow_tails import box, track_course
from companion.games.snow_tails.choosing import nearest
from companion.games.snow_tails.rounds import settle
from companion.games.snow_tails.state import Sled, State
from companion.games.snow_tails.track import Place, Track


def relay(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Lay the course anew. Pieces before the first change and behind the last one stay.

    Sleds and saplings on them keep their spaces. Raises Refused for a sled on another piece; the
    remedy moves it to the nearest free space of one that stays.
    """
    if state.track is None:
        raise Refused("snow_tails.no_course")
    track = track_course.checked(box.driven(act["pieces"]))
    if track == state.track:
        return state
    if any(sled.status == "finished" and sled.place is None for sled in state.sleds):
        raise Refused("snow_tails.laid_finish")
    change = _Change(state.track, track, *_same_ends(state.track, track))
    _refuse_sleds(state, change, act)
    events.append(Event("snow_tails.relaid", params={"pieces": len(track.pieces)}))
    changed = replace(
        state,
        track=track,
        limits=track.limits[:-1],
        flag=track.flag,
        sleds=tuple(_moved(sled, change) for sled in state.sleds),
        saplings=_saplings(state, change),
    )
    return settle(changed, events)


@dataclass(frozen=True)
class _Change:
    """Two courses that agree in `before` pieces at the start and `behind` at the end."""

    old: Track
    new: Track
    before: int
    behind: int

    def kept(self, at: Place) -> bool:
        """Whether the piece of an old space stays."""
        return at[0] < self.before or at[0] >= len(self.old.pieces) - self.behind

    def now(self, at: Place) -> Place:
        """An old space of a piece that stays, in the new course."""
        if at[0] < self.before:
            return at
        return at[0] + len(self.new.pieces) - len(self.old.pieces), *at[1:]

    def aside(self, at: Place, taken: Set[Place | None]) -> list[int]:
        """The old space nearest to this one on a piece that stays, not taken; [] for none."""
        free = [one for one in self.old.spaces() if self.kept(one) and one not in taken]
        return [*nearest(self.old, at, free)] if free else []


def _same_ends(old: Track, new: Track) -> tuple[int, int]:
    """How many pieces two courses have in common at the start, and behind those at the end."""
    most = min(len(old.pieces), len(new.pieces))
    before = next((n for n in range(most) if old.pieces[n] != new.pieces[n]), most)
    rest = range(1, most - before + 1)
    behind = next((n - 1 for n in rest if old.pieces[-n] != new.pieces[-n]), most - before)
    return before, behind


def _refuse_sleds(state: State, change: _Change, act: Mapping[str, Any]) -> None:
    """Refuse to take a piece away under a sled."""
    for sled in state.sleds:
        if sled.asked and sled.at and not change.kept(sled.at):
            piece = box.title(change.old.pieces[sled.at[0]])
            aside = change.aside(sled.at, {one.at for one in state.sleds})
            moved = {"act": "correct", "seat": sled.seat, "set": {"at": aside}}
            remedy = (moved, act) if aside else ()
            raise Refused("snow_tails.piece_under_sled", remedy=remedy, name=sled.name, piece=piece)


def _moved(sled: Sled, change: _Change) -> Sled:
    """The sled on the new course. One that has left the race keeps no space that is gone."""
    if sled.at is None:
        return sled
    now = change.now(sled.at) if change.kept(sled.at) else track_course.start_place(change.new, 1)
    finish = len(change.new.limits)
    # Behind a slanted line a sled can have crossed more lines than lie behind it.
    more = sled.lines - change.old.lines_behind(sled.at)
    lines = min(max(change.new.lines_behind(now) + more, 0), finish - 1)
    lines = finish if sled.status == "finished" else lines
    return replace(sled, at=now, path=(), last=None, lines=lines)


def _saplings(state: State, change: _Change) -> tuple[Place, ...]:
    """The saplings that still stand on pieces that stay, and all of the new pieces."""
    old = {change.now(at) for at in state.saplings if change.kept(at)}
    last = len(change.new.pieces) - change.behind
    fresh = {at for at in track_course.saplings(change.new) if change.before <= at[0] < last}
    return tuple(sorted(old | fresh))
