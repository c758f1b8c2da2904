"""The link to the hall: a thread of its own, which follows the table and never delays it."""

import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Any

from companion import messages
from companion.clocks import stamp
from companion.config import Config, Hall
from companion.errors import StoreError
from companion.games.game import Say
from companion.hall_link.broker_thread import BrokerThread
from companion.hall_link.commands import BadCommand, read
from companion.hall_link.connection import BrokerLost, Connection, Received
from companion.hall_link.discovery import discovery
from companion.hall_link.outbox import Outbox
from companion.hall_link.payloads import Origin, Publications
from companion.hall_link.topics import Message, Topics
from companion.library import deck_seed
from companion.signals import Device
from companion.store.store import Store
from companion.table.posts import HALL, Answer, Post
from companion.table.snapshot import Snapshot

LOG = logging.getLogger("companion")

STATE_S = 0.25
"""Least seconds between two public states."""

ROUND_S = 0.25
REPORT_S = 10.0
"""Least seconds between two reports of how many acts wait."""

MOST_COMMANDS = 20
"""Commands in a second; more are counted and dropped without an answer."""

REFUSED_S = 1.0
"""Seconds after which a refused command is reported."""

CONNECTING = Say("hall.connecting")


@dataclass(frozen=True, slots=True)
class LinkState:
    """The link as `/api/v1/health` shows it. `since`: wall clock, seconds since 1970.

    `refused`: messages from the hall that did not fit; `refusal`: what was wrong with the last.
    """

    connected: bool
    since: float
    waiting: int = 0
    refused: int = 0
    note: Say = CONNECTING
    refusal: Say = CONNECTING

    def as_json(self) -> dict[str, Any]:
        """The state for the web API."""
        return {
            "connected": self.connected,
            "since": round(self.since),
            "waiting": self.waiting,
            "refused": self.refused,
        }


class HallLink(BrokerThread):
    """The link, from `start` to `stop`. `wake` from any thread after each new snapshot.

    `snapshot` returns the newest one; `post` puts a command, or the link's own device, into the
    loop's inbox.
    """

    def __init__(
        self,
        hall: Hall,
        language: str,
        publications: Publications,
        outbox: Outbox,
        snapshot: Callable[[], Snapshot],
        post: Callable[[Device | Post], None],
    ):
        super().__init__()
        self._hall = hall
        self._language = language
        self._make = publications
        self._outbox = outbox
        self._snapshot = snapshot
        self._post = post
        self.state = LinkState(False, time.time())
        self._shown: Snapshot | None = None
        self._posted: Device | None = None
        self._answers: SimpleQueue[tuple[str, Answer]] = SimpleQueue()
        self._came_at: deque[float] = deque(maxlen=MOST_COMMANDS)
        self._state_at = self._reported_at = float("-inf")

    def wake(self) -> None:
        """Publish what is new."""
        self._wakeup.wake()

    def _connect(self) -> None:
        """Connect and introduce the table. Raises BrokerLost."""
        name = f"sled-{self._hall.table}-{self._make.origin.store}"
        connection = Connection(self._hall, name, self._take, self._outbox.acknowledge)
        self._connection = connection
        connection.open(self._make.status(False), self._wakeup, self._ended.is_set)
        snapshot = self._snapshot()
        connection.publish(self._make.status(True, snapshot.table_name))
        if self._hall.home_assistant:
            connection.publish(self._discovery(snapshot))
        if self._hall.commands:
            for topic in (self._make.topics.commands, self._make.topics.buttons):
                connection.subscribe(topic)
        self._shown, self._state_at = None, float("-inf")
        self._stand(True, Say("hall.connected"))

    def _discovery(self, snapshot: Snapshot) -> Message:
        """The table for Home Assistant, in the table's language."""

        def word(key: str, **params: Any) -> str:
            return messages.sentence(key, params, self._language)

        title, address = snapshot.table_name, snapshot.address
        return discovery(self._hall, snapshot.seats, title, address, word)

    def _round(self, now: float) -> None:
        """Publish what is new, and wait for more. Raises BrokerLost."""
        assert self._connection
        try:
            self._outbox.send(self._make, self._connection.publish)
            self._outbox.settle()
        except StoreError as fault:
            raise BrokerLost(Say(fault.key, fault.params)) from fault
        self._outbox.save(now)
        self._publish_answers()
        self._publish_state(now)
        self._report(now)
        self._connection.step(self._wait_s(now), self._wakeup)

    def _publish_state(self, now: float) -> None:
        """Publish the newest state, at most four a second, and the moments since the last one."""
        assert self._connection
        snapshot = self._snapshot()
        if snapshot is self._shown or now < self._state_at + STATE_S:
            return
        for message in self._make.moments(self._shown, snapshot):
            self._connection.publish(message)
        self._connection.publish(self._make.state(snapshot))
        self._shown, self._state_at = snapshot, now

    def _wait_s(self, now: float) -> float:
        """How long nothing is due."""
        due = self._state_at + STATE_S - now
        return min(ROUND_S, due) if due > 0 else ROUND_S

    def _take(self, received: Received) -> None:
        """Post a command, or refuse it."""
        try:
            self._check_rate(time.monotonic())
            if received.retained:
                raise BadCommand("", "hall.retained")
            now = stamp()
            now_s = now.wall_s if now.clock_synced else None
            button = received.topic == self._make.topics.buttons
            on_break = self._snapshot().on_break
            command = read(received.payload, self._hall, now_s, on_break, button=button)
        except BadCommand as bad:
            self._refuse(bad)
            return
        body = dict(command.body)
        if "options" in body:
            body["options"] = deck_seed.drawn(body["options"])
        post = Post(command.kind, HALL, command.id, body)
        post.reply.add_done_callback(lambda done: self._answer(command.id, done.result()))
        self._post(post)

    def _check_rate(self, now: float) -> None:
        """Raise BadCommand for more than MOST_COMMANDS in a second."""
        if len(self._came_at) == MOST_COMMANDS and now < self._came_at[0] + 1.0:
            raise BadCommand("", "hall.too_many", most=MOST_COMMANDS)
        self._came_at.append(now)

    def _answer(self, id: str, answer: Answer) -> None:
        """Queue the table's answer. In the loop's thread."""
        self._answers.put((id, answer))
        self._wakeup.wake()

    def _publish_answers(self) -> None:
        assert self._connection
        while not self._answers.empty():
            id, answer = self._answers.get()
            self._connection.publish(self._make.answer(id, answer))

    def _refuse(self, bad: BadCommand) -> None:
        """Count a command that does not fit; answer it if it can be named."""
        if bad.id and self._connection:
            self._connection.publish(self._make.refusal(bad.id, bad.say))
        self.state = replace(self.state, refused=self.state.refused + 1, refusal=bad.say)
        self._reported_at = min(self._reported_at, time.monotonic() - REPORT_S + REFUSED_S)

    def _leave(self) -> None:
        """Publish that the table is offline: a clean end has no last will."""
        assert self._connection
        self._connection.publish(self._make.status(False))
        self._connection.step(0, self._wakeup)
        self._connection.close()

    def _lose(self, lost: BrokerLost) -> None:
        """Note that the broker is away; what is not acknowledged will be sent again."""
        self._outbox.begin_again()
        if self.state.connected or self.state.note != lost.say:
            LOG.warning("the hall is away. %s", messages.say(lost.say))
        self._stand(False, lost.say)

    def _stand(self, connected: bool, note: Say) -> None:
        """Note that the link has come up or gone down; keep since when."""
        since = self.state.since if self.state.connected == connected else time.time()
        self.state = replace(self.state, connected=connected, since=since, note=note)
        self._reported_at = float("-inf")
        self._report(time.monotonic())

    def _report(self, now: float) -> None:
        """Post the link's state as a device, from time to time if only its figures change."""
        if now < self._reported_at + REPORT_S:
            return
        self._reported_at = now
        with suppress(StoreError):
            self.state = replace(self.state, waiting=self._outbox.waiting)
        if (now_is := device(self._hall, self.state)) != self._posted:
            self._posted = now_is
            self._post(now_is)


def open_link(
    config: Config,
    store: Store,
    snapshot: Callable[[], Snapshot],
    post: Callable[[Device | Post], None],
) -> HallLink | None:
    """The link of table.toml, None without one. Raises StoreError."""
    hall = config.hall
    if hall is None:
        return None
    origin = Origin(_kept_id(store, "hall_store"), _kept_id(store, "hall_branch"))
    outbox = Outbox.of(store, f"hall_acked_{hall.hall}/{hall.table}")
    make = Publications(Topics.of(hall), origin, hall.names)
    return HallLink(hall, config.language, make, outbox, snapshot, post)


def _kept_id(store: Store, name: str) -> str:
    """A random id, kept with the saved data."""
    known = store.get(name)
    if known is None:
        known = secrets.token_hex(4)
        store.set(name, known, lambda fault: None)
    return str(known)


def device(hall: Hall, state: LinkState) -> Device:
    """The link among the table's devices."""
    since = time.strftime("%H:%M", time.localtime(state.since))
    said: dict[str, Any] = {"hall": hall.hall, "since": since}
    if not state.connected:
        said |= {"count": state.waiting, "why": state.note}
        return Device(hall.host, "hall", 0, "lost", "hall.is_away", said=said)
    if not state.refused:
        return Device(hall.host, "hall", 0, "connected", "hall.is_connected", said=said)
    said |= {"refused": state.refused, "why": state.refusal}
    return Device(hall.host, "hall", 0, "connected", "hall.has_refused", said=said)
