"""The ways to end a move once its cards are played: plain, or with the balanced bonus (ST-50)."""

from typing import NamedTuple

from companion.games.snow_tails import figures
from companion.games.snow_tails.driving import Drive, bonus_of, chosen
from companion.games.snow_tails.outcome import Outcome, resolve
from companion.games.snow_tails.state import LastTurn, Sled, State, stopped


class Ending(NamedTuple):
    """One way to end the move, and what it does to the sled.

    `bonus`: the spaces of the bonus, 0 without it. `speed`: in spaces, bonus included. `dents`: the
    dents that it causes. `out`: whether it eliminates the sled. `crashed`: the move ended at the
    edge or at another sled, `hit`: at another sled. `draws`: cards are drawn then (ST-66).
    """

    bonus: int
    speed: int
    dents: int
    out: bool
    crashed: bool
    hit: bool
    draws: bool

    @property
    def warn(self) -> str:
        """The danger, as in `Key.warn`."""
        return "out" if self.out else "costs" if self.dents or self.hit else ""


def endings(state: State, sled: Sled) -> tuple[Ending, ...]:
    """The endings that are possible now, plain first; none before a card is played."""
    pending = state.pending_of(sled)
    if pending is None or not pending.slots:
        return ()
    live = figures.move(sled, pending)
    size = bonus_of(state, sled, pending, live)
    sizes = (0, size) if size else (0,)
    if state.track is not None:
        return tuple(
            _driven(drive) for bonus in sizes if (drive := chosen(state, sled, bonus)) is not None
        )
    return tuple(_ending(state, sled, live.speed, pending.marks, bonus) for bonus in sizes)


def _driven(drive: Drive) -> Ending:
    """The ending of a move on a laid course. A crash leaves fewer spaces than the speed."""
    spaces = drive.end.steps if drive.turn.speed > 0 else drive.turn.speed
    return Ending(
        drive.turn.bonus,
        spaces,
        drive.dents,
        drive.out,
        False,
        drive.after.crashed,
        _draws(drive.after),
    )


def _ending(state: State, sled: Sled, speed: int, marks: tuple[str, ...], bonus: int) -> Ending:
    after = resolve(LastTurn(speed, bonus, sled.lines, sled.dents, marks), state.limits)
    out = after.status == "eliminated"
    dents, draws = after.dents - sled.dents, _draws(after)
    # That it hit a sled, the player has entered: only what follows from it is news.
    return Ending(bonus, speed + bonus, dents, out, stopped(marks), not draws, draws)


def _draws(after: Outcome) -> bool:
    """Whether the sled has cards to draw, or does not need any more (ST-66)."""
    return not after.crashed or after.status != "racing"
