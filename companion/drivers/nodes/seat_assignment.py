"""Assign seats to nodes: by table.toml, else by straps, else by "press OK at seat N". Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.config import Config, Leds, Seat, Segment
from companion.lights.render import Power, limited
from companion.signals import Frame, Pixel

BLACK: Pixel = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Node:
    """A connected node: its uid, its port's path, the seat set by its straps (0 for none).

    `lost`: it is not connected, but keeps its seat until another node claims it.
    """

    uid: str
    path: str = ""
    strap: int = 0
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """A node's seat; if 0, `note` says why, and `wants` is the seat that it waits for."""

    seat: int = 0
    note: str = ""
    wants: int = 0


def seating(config: Config, here: Iterable[Node], assigned: Mapping[str, int]) -> dict[str, Seated]:
    """The seat of each node. `here`: in order of arrival; of equal claims the first wins."""
    strip = config.strip.node if config.strip else ""
    wishes = []
    told = {}
    for node in here:
        rank, seat = _wish(config, node, assigned)
        if node.uid == strip:
            told[node.uid] = Seated()
        elif not seat:
            told[node.uid] = Seated(note="link.unassigned")
        elif seat <= len(config.seats) and _is_kept(config.seats[seat - 1], node):
            told[node.uid] = Seated(0, "link.seat_taken", seat)
        elif seat > len(config.seats):
            told[node.uid] = Seated(note="link.no_such_seat", wants=seat)
        else:
            wishes.append((node.lost, rank, seat, node.uid))
    taken: set[int] = set()
    for _, _, seat, uid in sorted(wishes, key=lambda wish: wish[:2]):
        told[uid] = Seated(0, "link.seat_taken", seat) if seat in taken else Seated(seat)
        taken.add(seat)
    return told


def _is_kept(seat: Seat, node: Node) -> bool:
    """Whether table.toml gives the seat to another port than this node's."""
    return bool(seat.port) and seat.port != node.path and seat.node != node.uid


def _wish(config: Config, node: Node, assigned: Mapping[str, int]) -> tuple[int, int]:
    """The rank of a node's claim (0 is the strongest), and the claimed seat, 0 for none."""
    named = [seat.number for seat in config.seats if seat.node == node.uid]
    plugged = [seat.number for seat in config.seats if seat.port and seat.port == node.path]
    claims = (*named, 0)[0], (*plugged, 0)[0], node.strap, assigned.get(node.uid, 0)
    return next(((rank, seat) for rank, seat in enumerate(claims) if seat), (len(claims), 0))


def lit(frame: Frame, leds: Leds) -> Frame:
    """Limit a whole strip's frame to its brightness and current."""
    return limited(frame, Power(leds.brightness, leds.budget_ma))


def wired(frame: Sequence[Pixel], leds: Leds) -> Frame:
    """Adapt a frame to a strip's colour order and direction.

    A node sends the usual order, GRB. For other strips the channels are swapped beforehand, so
    that each lights the right colour.
    """
    green, red, blue = ("RGB".index(letter) for letter in leds.order)
    told = tuple((pixel[red], pixel[green], pixel[blue]) for pixel in frame)
    return told[::-1] if leds.reverse else told


def stretched(frame: Sequence[Pixel], count: int) -> Frame:
    """Scale a frame to another number of pixels, by nearest neighbour."""
    if not frame:
        return (BLACK,) * count
    return tuple(frame[place * len(frame) // count] for place in range(count))


def woven(frames: Mapping[int, Frame], segments: Iterable[Segment], pixels: int) -> Frame:
    """The frame of the table's strip: each seat's frame on its segment, black between them."""
    strip = [BLACK] * pixels
    for part in segments:
        lit = stretched(frames.get(part.seat, ()), part.count)
        strip[part.first : part.first + part.count] = lit
    return tuple(strip)
