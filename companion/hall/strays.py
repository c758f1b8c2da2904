"""Races that tables drive in place of the prepared ones. Pure.

Players change a race before it begins: its table then has a new one, of which the tournament knows
nothing. The director takes it for the tournament's in one tap.
"""

from companion.hall import payloads
from companion.hall.live import TableNow
from companion.hall.tournament.state import Race, Report, State

DRIVEN = ("racing", "break", "over")


def stray(state: State, race: Race, table: TableNow | None) -> Report | None:
    """The race on this race's table that is driven by its players in its place; None for none.

    One that is over counts only if it came after the prepared one.
    """
    now = table.state if table and table.online and not table.twins else None
    if now is None or now.race is None or now.stage not in DRIVEN or not race.waiting:
        return None
    report = Report(now.store, now.race)
    if state.reported(report) or (now.stage == "over" and not _is_later(report, race.report)):
        return None
    return report if now.game == state.settings.game and _sit_there(state, race, now) else None


def _is_later(report: Report, prepared: Report | None) -> bool:
    return prepared is not None and prepared.store == report.store and report.race > prepared.race


def _sit_there(state: State, race: Race, now: payloads.State) -> bool:
    """Whether the race's players have its seats, as far as their names leave the table."""
    names = {seat.seat: seat.name for seat in now.seats}
    if sorted(names) != list(range(1, len(race.players) + 1)):
        return False
    seated = zip(race.players, (names[seat] for seat in sorted(names)), strict=True)
    return all(not name or state.player(n).is_called(name) for n, name in seated)
