"""What a hall says at a table: it calls players, or says a sentence."""

from collections.abc import Sequence

from companion.errors import Refused
from companion.table.posts import FINE, Answer
from companion.table.request import Request
from companion.table.table import Table


def call(table: Table, seats: Sequence[int], request: Request, now: float) -> None:
    """Call the players of these seats, of all seats if there are none: a notice and a pulse."""
    snapshot = table.snapshot
    if missing := [seat for seat in seats if seat not in snapshot.seats]:
        table.refuse(Refused("web.no_such_seat", seat=missing[0]), None, request, now)
        return
    names = {one.seat: one.name for one in snapshot.race.view.seats} if snapshot.race else {}
    called = [seat for seat in seats or snapshot.seats if seat in names]
    if called:
        table.note("hall.calls", {"names": ", ".join(names[seat] for seat in called)}, None)
    else:
        table.note("hall.calls_all", {}, None)
    table.pulse(called or seats or snapshot.seats, now)
    table.publish()
    table.answer(request, Answer(FINE))


def say(table: Table, text: str, request: Request) -> None:
    """Show a sentence of the hall on the pages."""
    table.note("hall.says", {"text": text.strip()}, None)
    table.publish()
    table.answer(request, Answer(FINE))
