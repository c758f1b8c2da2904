"""What a seat reads and presses on a laid course, where the end of its move is known."""

from collections.abc import Iterator

from companion.games.game import Act, Key, Say
from companion.games.snow_tails.driving import (
    Drive,
    bonus_of,
    chosen,
    drives,
    hit_name,
    numbered,
    where,
)
from companion.games.snow_tails.figures import Move
from companion.games.snow_tails.state import MAX_DENTS, Pending, Sled, State


def next_end_key(state: State, sled: Sled) -> Key:
    """The choice of the next end of the move; after the last the mildest follows again."""
    pending = state.pending_of(sled)
    ends = tuple(numbered(drives(state, sled))) if pending and pending.slots else ()
    if not ends:
        act: Act = {"act": "move", "seat": sled.seat, "to": list(sled.at or ())}
        return Key(Say("snow_tails.key_next_end"), act, enabled=False)
    now = [drive for drive, _ in ends].index(chosen(state, sled) or ends[0][0])
    drive, which = ends[(now + 1) % len(ends)]
    label = "snow_tails.key_next_end" if len(ends) > 1 else "snow_tails.key_one_end"
    act = {"act": "move", "seat": sled.seat, "to": list(drive.to), "which": which}
    return Key(Say(label), act, enabled=drive.turn.speed > 0)


def drive_todo(state: State, sled: Sled, pending: Pending, live: Move) -> Iterator[Say]:
    """The instructions for the chosen end: where the sled goes, what it costs, how to go on."""
    drive = chosen(state, sled)
    assert drive is not None
    size = bonus_of(state, sled, pending, live)
    if live.speed > 0:
        yield from _move(state, drive)
    if drive.after.crashed and drive.after.dents == MAX_DENTS and sled.dogs == pending.cards:
        yield Say("snow_tails.todo_last_dog_hit")
    if size:
        yield Say("snow_tails.todo_bonus", {"speed": live.speed, "more": live.speed + size})
        yield from _bonus(drive, chosen(state, sled, size))
    else:
        yield Say("snow_tails.todo_done" if drive.end.steps else "snow_tails.todo_done_still")


def _move(state: State, drive: Drive) -> Iterator[Say]:
    """The move to this end, and what happens in it."""
    end, sled = drive.end, drive.after
    assert state.track is not None
    moves = "drive" if end.steps else "stay"
    key = f"snow_tails.todo_{moves}_{end.stop}" if end.stop else "snow_tails.todo_drive"
    if end.hit and sled.status == "finished":
        key = "snow_tails.todo_drive_sled_finish"  # it has no cards to draw
    params = {"count": end.steps, "space": where(state.track, drive.to)}
    yield Say(key, params | ({"other": hit_name(state, end)} if end.hit else {}))
    if sled.status == "finished":
        yield Say("snow_tails.todo_drive_finish")
    if end.saplings:
        yield Say("snow_tails.todo_drive_saplings", {"count": len(end.saplings)})
    limits = [cause for cause in sled.causes if cause.reason == "limit"]
    if more := drive.dents - sum(cause.dents for cause in limits):
        yield Say("snow_tails.todo_drive_dents", {"count": more})
    for cause in limits:
        speed = drive.turn.speed + drive.turn.bonus
        figures = {"speed": speed, "limit": cause.limit, "count": cause.dents}
        yield Say("snow_tails.todo_drive_limit", figures)
    if sled.fifth:
        yield Say(f"snow_tails.todo_fifth{'' if drive.out else '_safe'}")


def _bonus(drive: Drive, more: Drive | None) -> Iterator[Say]:
    """What the bonus costs beyond the move without it."""
    if more is not None and more.out and not drive.out:
        yield Say("snow_tails.todo_bonus_out")
    elif more is not None and more.dents > drive.dents:
        yield Say("snow_tails.todo_bonus_dents", {"count": more.dents})
