"""The main loop: one inbox, and one thread that owns table, store and lights.

Each round takes and handles the items in the inbox, then renders and shows what has changed. A new
snapshot is shown in the room before it goes to the pages. An act on its way to the disk changes
nothing visible and is not rendered. Other threads only put items into the inbox. An unexpected
error is logged once and ends the process; the service manager restarts it and the store restores
the race.
"""

import logging
import threading
import time
from collections.abc import Callable
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
"""Longest time between two rounds of the loop, in seconds."""

STUCK_S = 10.0
"""Seconds without a round after which `health` reports the loop or a driver as stuck."""

Item = Signal | Post | Callable[[float], None]
Inbox = SimpleQueue[Item | None]
LOG = logging.getLogger("companion")


class Listener:
    """Callbacks of the loop, called in the loop's thread. By default they do nothing."""

    def published(self) -> None:
        """A new snapshot has been published and shown in the room."""

    def upcoming(self, snapshot: Snapshot) -> None:
        """This snapshot will be published once an act is on disk."""

    def failed(self) -> None:
        """An unexpected error has ended the loop."""

    def noted(self, say: Say) -> None:
        """A remark about the disk or the clock, for the terminal."""


class Loop:
    """The running table, in a thread of its own from `start` to `stop`.

    `tagged` looks a tag up; `tape` records every item that the loop takes.
    """

    _due = 0.0
    _round_at = 0.0
    broken = False

    def __init__(
        self,
        inbox: Inbox,
        room: Room,
        store: Store,
        info: TableInfo,
        tagged: Callable[[str], Tagged | None],
        listener: Listener,
        tape: Tape | None = None,
    ):
        self._inbox = inbox
        self._room = room
        self._store = store
        self._listener = listener
        self._tape = tape
        self._table = Table(
            store, info, inbox.put, self._settle, stamp, self._show_and_publish, listener.upcoming
        )
        self._tags = TagLearning(self._table, store, tagged, inbox.put)
        self._seats = SeatInput(self._table, self._tags, self._settle, room.assign)
        self._phones = PhoneInput.at(self._table, store, info.pin, inbox.put, self._tags)
        self._strips = StripFrames()
        self._watch = ClockWatch(stamp())
        self._notes: SimpleQueue[Say] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="loop")

    @property
    def snapshot(self) -> Snapshot:
        """The newest state that is on disk. From any thread."""
        return self._table.snapshot

    @property
    def over(self) -> bool:
        """Whether no race is under way."""
        race = self._table.snapshot.race
        return race is None or race.view.over

    def post(self, post: Post) -> None:
        """Put a phone's post into the inbox. From any thread."""
        self._inbox.put(post)

    def note(self, say: Say) -> None:
        """Add a notice that phones show for a while. From any thread."""
        self._notes.put(say)

    def start(self) -> None:
        """Open the room and begin the loop."""
        self._round_at = time.monotonic()
        self._room.start()
        self._thread.start()

    def stop(self) -> None:
        """Store what is queued, end the loop and close the room. Takes a second or two."""
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._room.close()

    def health(self) -> dict[str, Any]:
        """Seconds since each part was last alive, and whether all is well. From any thread."""
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
        except BaseException:  # nothing works without the loop
            LOG.exception("the loop has stopped: this is a bug")
            self.broken = True
            self._listener.failed()

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
        self._listener.published()

    def _show(self, now: float) -> None:
        table, lengths = self._table, self._room.pixels()
        cues, filling = table.cues(now), self._seats.filling
        self._room.show(self._strips.frames(table.snapshot, cues, filling, lengths, now))
        moves = self._strips.next_change(now)
        self._due = now + TICK_S if moves is None else min(now + TICK_S, moves)

    def _take(self) -> bool:
        """Handle all items in the inbox; wait for one until a light changes. False at the end."""
        try:
            item = self._inbox.get(timeout=max(0.0, self._due - time.monotonic()))
            while item is not None:
                self.handle(item, time.monotonic())
                item = self._inbox.get_nowait()
        except Empty:
            return True
        return False

    def tick(self, now: float) -> None:
        """Do what is due at `now`. Also called by tape_replay."""
        before = self._table.snapshot
        self._table.tick(now)
        self._tags.tick(now)
        for say in self._watch.look(stamp(), self._store.waiting_s(time.monotonic())):
            self._listener.noted(say)
            self.note(say)
        while not self._notes.empty():
            say = self._notes.get()
            self._table.note(say.key, say.params, None)
            self._table.publish()
        if self._tape and self._table.snapshot is not before:
            self._tape.tick(now)

    def handle(self, item: Item, now: float) -> None:
        """Handle an item of the inbox. Also called by tape_replay."""
        if self._tape:
            self._tape.item(item, now)
        if isinstance(item, Post):
            self._phones.take(item, now)
        elif callable(item):
            item(now)
        else:
            self._seats.take(item, now)
            self._due = now  # show a pressed button before its line is stored
