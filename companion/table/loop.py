"""The loop: one inbox, one thread that owns table, store and lights.

The loop's whole body is take, handle, render, show. A new snapshot is shown in the room before the
pages hear of it; what changes nothing that anybody sees, an act that is on its way to the disk, is
not followed by render and show. Readers, nodes and web threads only put into the inbox; an error
that nobody foresaw is logged once and ends the process, so that the service manager starts it again
and the store brings the race back.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any

from companion.clocks import stamp
from companion.drivers.room import Room
from companion.games.game import Say
from companion.signals import Origin
from companion.store.store import Store, Tagged
from companion.table.clock_watch import ClockWatch
from companion.table.phone_input import PhoneInput
from companion.table.posts import Post
from companion.table.seat_input import SeatInput, Signal
from companion.table.snapshot import Snapshot, TableInfo
from companion.table.strip_frames import StripFrames
from companion.table.table import Table
from companion.table.tag_learning import TagLearning
from companion.table.tape import Tape

TICK_S = 0.25
"""The loop looks at the clock at least this often."""

STUCK_S = 10.0
"""A loop or driver that has not come round for so long is reported by `health`."""

ADDRESS_S = 5.0
"""How old the machine's address may be: a network or hotspot may come after the service."""

Item = Signal | Post | Callable[[float], None]
Inbox = SimpleQueue[Item | None]
LOG = logging.getLogger("companion")


class Loop:
    """The running service: `start`, then `stop`; in between it lives in a thread of its own.

    `tagged` looks a tag up. `published` is called for every new snapshot once the room has been
    shown it, `expected` with one that is about to come (table.py), `failed` after a bug that ended
    the loop, `told` with what the terminal should say; `address` says where phones reach the
    service now. `tape` gets everything that the loop takes.
    """

    def __init__(
        self,
        inbox: Inbox,
        room: Room,
        store: Store,
        setting: TableInfo,
        pin: str,
        tagged: Callable[[str], Tagged | None],
        *,
        published: Callable[[], None],
        expected: Callable[[Snapshot], None] = lambda snapshot: None,
        failed: Callable[[], None],
        address: Callable[[], str] | None = None,
        tape: Tape | None = None,
        told: Callable[[Say], None] = lambda say: None,
    ):
        self._inbox = inbox
        self._room = room
        self._store = store
        self._published = published
        self._failed = failed
        self._address = address or (lambda: setting.address)
        self._now_at = setting.address
        self._addressed_at = time.monotonic()
        self._tape = tape
        self._table = Table(
            store,
            setting,
            later=inbox.put,
            settle=self._settle,
            stamp=stamp,
            on_publish=self._show_and_publish,
            on_upcoming=expected,
        )
        self._tags = TagLearning(self._table, store, tagged, inbox.put)
        self._seats = SeatInput(self._table, self._tags, self._settle, room.assign)
        self._phones = PhoneInput.at(self._table, store, pin, inbox.put, self._tags)
        self._strips = StripFrames()
        self._told = told
        self._watch = ClockWatch(stamp())
        self._notes: SimpleQueue[Say] = SimpleQueue()
        self._round_at = time.monotonic()
        self._due = 0.0
        self._thread = threading.Thread(target=self._run, name="loop")
        self.broken = False

    @property
    def snapshot(self) -> Snapshot:
        """The newest state that is on disk, with the address as it is now. From any thread."""
        now = time.monotonic()
        if now >= self._addressed_at + ADDRESS_S:
            self._addressed_at, self._now_at = now, self._address()
        newest = self._table.snapshot
        if newest.address == self._now_at:
            return newest
        return replace(newest, address=self._now_at)

    @property
    def over(self) -> bool:
        """Whether no race is under way."""
        race = self._table.snapshot.race
        return race is None or race.view.over

    def post(self, post: Post) -> None:
        """Hand a phone's request to the loop. From any thread."""
        self._inbox.put(post)

    def note(self, say: Say) -> None:
        """Something that phones show for a while. From any thread."""
        self._notes.put(say)

    def start(self) -> None:
        """Open the room and begin the loop."""
        self._room.start()
        self._thread.start()

    def stop(self) -> None:
        """End the loop, darken the lights; what was queued is stored. Within a second or two."""
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._room.close()

    def health(self) -> dict[str, Any]:
        """The last sign of life of every part, in seconds, and whether all is well."""
        now = time.monotonic()
        loop_s = now - self._round_at
        room_s = self._room.quiet_s()
        store = self._store
        devices = [
            {"id": d.id, "kind": d.kind, "seat": d.seat, "state": d.state}
            for d in self.snapshot.devices
        ]
        return {
            "ok": max(loop_s, room_s) < STUCK_S and store.alive and not self.broken,
            "loop_s": round(loop_s, 3),
            "room_s": round(room_s, 3),
            "store_waiting_s": round(store.waiting_s(now), 3),
            "store_alive": store.alive,
            "devices": devices,
        }

    def _settle(self, origin: Origin) -> None:
        if origin.seq:
            self._room.settle(origin)

    def _run(self) -> None:
        try:
            while self._round():
                pass
        except Exception:
            LOG.exception("the loop has stopped: this is a bug")
            self.broken = True
            self._failed()

    def _round(self) -> bool:
        """Take and handle; render and show what is due. False at the end."""
        before = self._table.snapshot
        going = self._take()
        now = time.monotonic()
        self._round_at = now
        if now >= self._due or self._table.snapshot is not before:
            self.tick(now)
        if now >= self._due:
            self._show(now)
        return going

    def _show_and_publish(self) -> None:
        """Show a new snapshot in the room, then publish it to the pages: lights come first."""
        self._show(time.monotonic())
        self._published()

    def _show(self, now: float) -> None:
        table, lengths = self._table, self._room.pixels()
        cues, filling = table.cues(now), self._seats.filling
        self._room.show(self._strips.frames(table.snapshot, cues, filling, lengths, now))
        moves = self._strips.next_change(now)
        self._due = now + TICK_S if moves is None else min(now + TICK_S, moves)

    def _take(self) -> bool:
        """Handle everything that waits, or wait for the next moment at which a light moves."""
        try:
            item = self._inbox.get(timeout=max(0.0, self._due - time.monotonic()))
            while item is not None:
                self.handle(item, time.monotonic())
                item = self._inbox.get_nowait()
        except Empty:
            return True
        return False

    def tick(self, now: float) -> None:
        """Time passed. For the loop, and for who plays a tape."""
        before = self._table.snapshot
        self._table.tick(now)
        self._tags.tick(now)
        for say in self._watch.look(stamp(), self._store.waiting_s(time.monotonic())):
            self._told(say)
            self.note(say)
        while not self._notes.empty():
            say = self._notes.get()
            self._table.note(say.key, say.params, None)
            self._table.publish()
        if self._tape and self._table.snapshot is not before:
            self._tape.tick(now)

    def handle(self, item: Item, now: float) -> None:
        """Something came. For the loop, and for who plays a tape."""
        if self._tape:
            self._tape.item(item, now)
        if isinstance(item, Post):
            self._phones.take(item, now)
        elif callable(item):
            item(now)
        else:
            self._seats.take(item, now)
            self._due = now  # a finger shows before the table hears of it
