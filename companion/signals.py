"""Values between room and table: signals in, frames out.

Times are seconds of the service's monotonic clock (`now`), read at the edges only; `ticks_ms` are
a node's own milliseconds (link.md: wrap at 2**29, compared as differences).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

BUTTONS = ("left", "right", "brake", "event", "ok")
"""A seat's buttons in the order of their numbers on the link (link.md, "Verbs")."""

Pixel = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

Frame = tuple[Pixel, ...]
"""The pixels of a strip, first pixel first."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a signal came from: for the history, and for the link's acknowledgement.

    `session` and `seq` are the reliable line's place in its node's link (0 for everything else).
    """

    kind: str  # "node", "phone", "pi", "terminal"
    device: str  # a node's uid, a phone's name, a port
    session: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Tag:
    """A card was laid on a reader. `seat` 0: a shared reader; `slot`: the reader of one slot.

    `once`: it was read once so far, and an `Again` follows if it is read again.
    """

    seat: int
    uid: str
    origin: Origin
    slot: str | None = None
    age_s: float = 0.0
    once: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """The card laid last was read a second time in a row: its uid is certain."""

    seat: int
    uid: str
    origin: Origin
    age_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Gone:
    """The card was lifted from the seat's reader."""

    seat: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Button:
    """An edge of a seat's button. `held` are the buttons that are down after it."""

    seat: int
    button: str
    down: bool
    ticks_ms: int
    held: frozenset[str]
    origin: Origin
    age_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Beat:
    """A node's report that these buttons are down at `ticks_ms`. Unreliable; never a press."""

    seat: int
    ticks_ms: int
    held: frozenset[str]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Press:
    """A finished gesture on a button: short, or held long enough. Phones send these themselves.

    `menu` names the menu that is open at the seat ("" for none); the table fills it in.
    """

    seat: int
    button: str
    hold: bool
    origin: Origin
    menu: str = ""


@dataclass(frozen=True, slots=True)
class Chord:
    """Brake and ok were held down together: take back one action."""

    seat: int
    origin: Origin


class Hardware(NamedTuple):
    """The devices at hand at a seat. `reader`: for its cards, "own", "shared" or "no"."""

    reader: str
    buttons: bool


DEAF = ("link.reader_mute", "link.reader_unsupported")
"""Notes of a connected device whose reader detects no cards."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device of the room as it stands now. `state`: "waiting", "connected", "lost", "refused".

    "gone": there is no longer a device with this id (once a port's node is known, its uid is the
    id). `note` is a message key that says what is wrong or what to do, "" for nothing; `params` are
    its parameters: `id`, `seat`, `wants` (the seat that a node without one would have), and `said`.
    `readers`: the card readers of a node.
    """

    id: str
    kind: str  # "node", "reader", "button", "strip", "wled", "hall"
    seat: int
    state: str
    note: str = ""
    pixels: int = 0
    simulated: bool = False
    wants: int = 0
    said: Mapping[str, Any] = field(default_factory=dict, hash=False)
    readers: int = 0

    @property
    def reads(self) -> bool:
        """Whether a card that is laid there now can be read."""
        has_reader = self.kind == "reader" or self.readers > 0
        return has_reader and self.state == "connected" and self.note not in DEAF

    @property
    def presses(self) -> bool:
        """Whether it has buttons that can be pressed now."""
        return self.kind in ("node", "button") and self.state == "connected"

    @property
    def params(self) -> Mapping[str, Any]:
        """The parameters of the note."""
        return {"id": self.id, "seat": self.seat, "wants": self.wants, **self.said}
