"""The snapshot: everything that lights and phones may know at one moment.

Immutable and replaced as a whole, so that any thread may read it. pages/state_json.py renders it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.games.game import Act
from companion.signals import Device, Hardware
from companion.table.proposal import Proposal
from companion.table.race import LogLine, Race, TurnTimer
from companion.table.rights import Rights
from companion.table.sit_down import SitDown
from companion.tags.learning import Learning

MOST_NOTICES = 8
"""Most notices that are shown at the same time."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """Facts about the table, apart from the game.

    `boot`: the id of this run of the service. `pin`: gives a phone the host's rights. `colours`:
    the seats' own ones, in the order of `seats`; () if they have none.
    """

    boot: str
    name: str
    address: str
    seats: tuple[int, ...]
    simulated: bool
    pin: str
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A refusal or remark that is shown for a while. `remedy`: acts that resolve it."""

    n: int
    seat: int | None
    key: str
    params: Mapping[str, Any]
    remedy: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The table at one moment. `state_version`: the version at which the race last changed.

    `turn`: the time of the turn under way, None for a race without clocks.
    """

    version: int
    state_version: int
    boot: str
    simulated: bool
    clock_synced: bool
    table_name: str
    address: str
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    race: Race | None
    menus: Mapping[int, str]
    log: tuple[LogLine, ...]
    notices: tuple[Notice, ...]
    devices: tuple[Device, ...]
    rights: Rights
    learning: Learning | None = None
    sit_down: SitDown | None = None
    proposal: Proposal | None = None
    on_break: bool = False
    turn: TurnTimer | None = None

    @property
    def id(self) -> str:
        """`boot.version`, the id of its message in the stream."""
        return f"{self.boot}.{self.version}"

    def reader_at(self, *seats: int) -> str:
        """The reader for the cards of these seats: their "own", else a "shared" one, else "no"."""
        reading = {device.seat for device in self.devices if device.reads}
        if seats and reading.issuperset(seats):
            return "own"
        return "shared" if 0 in reading else "no"

    def buttons_at(self, *seats: int) -> bool:
        """Whether any of these seats has a board or buttons of its own that are connected."""
        pressed = {one.seat for one in self.devices if one.presses}
        return not pressed.isdisjoint(seats)

    def hardware_at(self, *seats: int) -> Hardware:
        """What the instructions for these seats may name."""
        return Hardware(self.reader_at(*seats), self.buttons_at(*seats))

    def like(self, other: "Snapshot") -> bool:
        """Whether both snapshots show the same."""
        return all(getattr(self, one.name) == getattr(other, one.name) for one in fields(self))
