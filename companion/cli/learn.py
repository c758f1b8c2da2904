"""The command `companion tags learn`: learn a deck's tags while no service runs.

It opens the table's readers itself. A line of input is a step (b, s, t, q), the number of a card,
or a tag's uid, as sent by readers that act as a keyboard.
"""

import re
import secrets
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TextIO

from companion import messages, strict_json
from companion.cli.options import add_data, add_table
from companion.drivers.nodes.node_events import Report
from companion.drivers.room import Room, open_room
from companion.drivers.simulated.room import SimulatedRoom
from companion.errors import Refused, StoreError
from companion.games.game import Say
from companion.library import boxes
from companion.signals import Again, Beat, Device, Tag
from companion.store.store import Store, Tagged, waited
from companion.table.seat_input import STALE_S
from companion.table_file.file import chosen
from companion.tags import learning
from companion.tags.learning import Learning

FINE = 0

_NUMBER = re.compile(r"[0-9]{1,3}")
_UID = re.compile(r"[0-9A-Fa-f: ]{4,}")
_WORDS = {"back": "b", "skip": "s", "take": "t", "quit": "q"}
_SIMULATED_SEAT = 1


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("game", help="the game's name")
    parser.add_argument(
        "name", metavar="deck", help="its name, or its colour as its player is called at the set-up"
    )
    parser.add_argument("--deck", help='copies of each card, as JSON: 4, or {"1": 4, …}')
    add_table(parser)
    parser.add_argument("--simulate", action="store_true", help="the simulated room, no hardware")
    add_data(parser)
    parser.set_defaults(command=learn)


def learn(args: Namespace, out: TextIO, err: TextIO) -> int:
    """Learn a deck. Raises Refused `learn.service_runs` while a service uses the data directory."""
    config = chosen(args.table, args.simulate)
    if config.file and not args.simulate:
        print(messages.sentence("run.table", {"file": config.file}, args.lang), file=err)
    for fault in config.faults:
        print(messages.say(fault.said, args.lang), file=err)
    try:
        store = Store.open(args.data)
    except StoreError as fault:
        if fault.key == "store.in_use":
            raise Refused("learn.service_runs", data=str(args.data)) from fault
        raise
    try:
        box = boxes.in_force(args.game, store.box(args.game), args.simulate)
        copies = _composition(args.deck)
        deck = learning.begin(args.game, args.name, copies, store.tags(), box=box)
        inbox: SimpleQueue[Report | str] = SimpleQueue()
        room = open_room(config, inbox.put, store.known, store.next_session, args.simulate)
        seats = [seat.number for seat in config.seats]
        Lesson(deck, store, room, seats, inbox, out, args.lang).run()
    finally:
        store.close()
    return FINE


class Lesson:
    """Learning one deck at a terminal, in the thread that calls `run`."""

    def __init__(
        self,
        deck: Learning,
        store: Store,
        room: Room,
        seats: Sequence[int],
        inbox: "SimpleQueue[Report | str]",
        out: TextIO,
        lang: str,
    ):
        self._deck = deck
        self._store = store
        self._room = room
        self._seats = seats
        self._inbox = inbox
        self._out = out
        self._lang = lang
        self._heard: dict[str, str] = {}
        self._given: dict[str, int] = {}

    def run(self) -> None:
        """Learn until q, Ctrl-C or the end of input."""
        threading.Thread(target=self._listen, name="terminal", daemon=True).start()
        self._room.start()
        try:
            self._say("learn.keys")
            self._ask()
            with suppress(KeyboardInterrupt):
                while self._take(self._inbox.get()):
                    pass
        finally:
            self._room.close()
        self._end()

    def _listen(self) -> None:
        for line in sys.stdin:
            self._inbox.put(line.strip())
        self._inbox.put("q")

    def _take(self, item: Report | str) -> bool:
        """Handle a signal or a line of input. False to stop."""
        match item:
            case str():
                return self._line(item)
            case Device():
                self._device(item)
            case Again() | Tag(once=False):
                self._tag(item)
        if not isinstance(item, Device | Beat) and item.origin.seq:
            self._room.settle(item.origin)
        return True

    def _line(self, line: str) -> bool:
        word = _WORDS.get(line.lower(), line.lower())
        if word == "q":
            return False
        try:
            self._step(word)
        except Refused as refused:
            self._say(refused.key, refused.params)
        return True

    def _step(self, word: str) -> None:
        """Do a step, choose a card or read a uid. Raises Refused."""
        if word == "b":
            self._went(self._deck.back())
        elif word == "s":
            self._went(self._deck.skip())
        elif word == "t":
            self._went(*self._deck.take())
        elif _NUMBER.fullmatch(word):
            self._went(self._deck.choose(int(word)))
        elif isinstance(self._room, SimulatedRoom) and (not word or _UID.fullmatch(word)):
            # Tap a new tag, or this one, on the simulated reader.
            self._room.lift(_SIMULATED_SEAT)
            self._room.tap(_SIMULATED_SEAT, word or f"04{secrets.token_hex(6)}")
        elif _UID.fullmatch(word):
            self._read(word)
        else:
            self._say("learn.keys")

    def _tag(self, tag: Tag | Again) -> None:
        if tag.age_s > STALE_S:
            self._say("table.late_tap", {"seat": tag.seat})
        else:
            self._read(tag.uid)

    def _read(self, uid: str) -> None:
        self._went(*self._deck.tap(uid, self._store.tag(uid.upper())))

    def _went(self, deck: Learning, learned: Tagged | None = None) -> None:
        """Save a learned tag and report it."""
        if learned:
            try:
                waited(lambda then: self._store.put_tags([learned], then))
            except StoreError as fault:
                self._say(fault.key, fault.params)
                return
        self._deck = deck
        if deck.said:
            self._say(deck.said.key, deck.said.params)
        if deck.doubt and deck.asked:
            self._say("learn.take", {"card": deck.asked})
        self._ask()

    def _ask(self) -> None:
        """Print the card to tap next, and how many are known."""
        deck = self._deck
        far = {"known": deck.known, "of": len(deck.deck)}
        if deck.asked:
            self._say("learn.next", {"card": deck.asked, **far})
        else:
            self._say("learn.whole" if deck.complete else "learn.some_missing", far)

    def _device(self, device: Device) -> None:
        """Print a reader's change of state; assign a seat to a node without one, which it needs."""
        if device.note == "link.unassigned":
            taken = {each.seat for each in self._room.devices() if each.kind == "node"}
            free = [seat for seat in self._seats if seat not in {*taken, *self._given.values()}]
            seat = self._given.setdefault(device.id, free[0] if free else 0)
            self._room.assign(device.id, seat)
            return
        was = self._heard.get(device.id)
        self._heard[device.id] = heard = device.note or device.state
        if device.kind not in ("node", "reader") or heard == was:
            return
        if heard == "connected":
            self._say("learn.reader_ready" if device.seat else "learn.shared_ready", device.params)
        elif device.note and (was or device.state != "lost"):
            key = "learn.device" if device.seat else "learn.shared_device"
            self._say(key, {"seat": device.seat, "text": Say(device.note, device.params)})

    def _end(self) -> None:
        """Print the missing cards."""
        deck = self._deck
        self._say("learn.saved", {"known": deck.known, "of": len(deck.deck)})
        if deck.missing:
            names = [deck.name(piece) for piece in deck.missing]
            self._say("learn.missing", {"cards": names})

    def _say(self, key: str, params: Mapping[str, Any] = messages.NO_PARAMS) -> None:
        print(messages.sentence(key, params, self._lang), file=self._out, flush=True)


def _composition(text: str | None) -> Any:
    """Parse `--deck` as JSON. Other text is returned as it is and refused as a composition."""
    if text is None:
        return None
    try:
        return strict_json.read(text)
    except ValueError:
        return text
