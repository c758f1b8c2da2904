"""The hall's edge to the broker: a thread that receives, and sends commands.

A state is read at most four times a second for each table. Acts and results go to the keeper, and
are acknowledged only once they are saved: until then the broker keeps them for this hall.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from companion import messages
from companion.config import Hall
from companion.games.game import Say
from companion.hall.live import STATE_S, Live
from companion.hall.payloads import Act, Answer, BadPayload, Result, State, Status, parts, read
from companion.hall_link.broker_thread import BrokerThread
from companion.hall_link.connection import BrokerLost, Connection, Received
from companion.hall_link.topics import Message, Topics, message

LOG = logging.getLogger("companion")

TOPICS = ("status", "state", "acts", "results", "answers")
"""What the hall reads of each table; acts and results in the order in which they came."""

SHOW_S = 0.1
"""Least seconds between two events for the pages: of all tables together."""

ROUND_S = 0.25
MOST_ANSWERS = 1000


@dataclass(frozen=True, slots=True)
class BrokerNow:
    """The link to the broker. `since`: seconds since 1970; `note`: why it is as it is."""

    connected: bool
    since: float
    note: Say


@dataclass(frozen=True, slots=True)
class ToSave:
    """An act or result to save. `acknowledge`: to be called from any thread once it is on disk."""

    record: Act | Result
    acknowledge: Callable[[], None]


class Receiver(BrokerThread):
    """The thread, from `start` to `stop`. `keep` gets what is to be saved.

    `id`: of this hall at the broker, the same in every run. `changed` is called when pages have
    something new to show, at most ten times a second.
    """

    changed: Callable[[], None] = staticmethod(lambda: None)
    retry_s = (1.0, 10.0)

    def __init__(
        self,
        hall: Hall,
        id: str,
        live: Live,
        keep: Callable[[ToSave], None],
    ):
        super().__init__()
        self._hall, self._id, self._live = hall, id, live
        self._keep = keep
        self.broker = BrokerNow(False, time.time(), Say("hall.connecting"))
        self._answers: dict[str, Answer] = {}
        self._answered = threading.Condition()
        self._states: dict[str, bytes] = {}
        self._read_at: dict[str, float] = {}
        self._saved: SimpleQueue[tuple[Connection, int]] = SimpleQueue()
        self._commands: SimpleQueue[Message] = SimpleQueue()
        self._shown = (-1, self.broker)
        self._shown_at = float("-inf")

    def command(self, table: str, do: str, **fields: Any) -> str:
        """Send a command to a table, from any thread; returns its id, see `answer`."""
        id = secrets.token_hex(8)
        place = {"hall": self._hall.hall, "table": table}
        topic = Topics(f"sled/{self._hall.hall}/{table}").commands
        self._commands.put(message(topic, {"id": id, "do": do, **place, **fields}))
        self._wakeup.wake()
        return id

    def answer(self, id: str, within_s: float) -> Answer | None:
        """Wait for the answer to a command, from any thread; None if it does not come in time."""
        with self._answered:
            self._answered.wait_for(lambda: id in self._answers, within_s)
            return self._answers.pop(id, None)

    def _connect(self) -> None:
        """Connect, and receive what the broker has kept. Raises BrokerLost."""
        self._connection = connection = Connection(
            self._hall, self._id, self._take, lambda number: None, lasting=True
        )
        connection.open(None, self._wakeup, self._ended.is_set)
        for kind in TOPICS:
            connection.subscribe(f"sled/{self._hall.hall}/+/{kind}", 0 if kind == "state" else 1)
        self._stand(True, Say("hall.connected"))

    def _round(self, now: float) -> None:
        """Acknowledge, send, read the states that are due, and wait. Raises BrokerLost."""
        assert self._connection
        self._acknowledge_saved()
        with suppress(Empty):
            while True:
                self._connection.publish(self._commands.get_nowait())
        for table in [t for t in self._states if now >= self._due(t)]:
            self._read_state(table, now)
        self._show(now)
        self._connection.step(self._wait_s(now), self._wakeup)

    def _wait_s(self, now: float) -> float:
        """How long nothing is due."""
        due = [now + ROUND_S, *map(self._due, self._states)]
        if self._newest() != self._shown:
            due.append(self._shown_at + SHOW_S)
        return max(0.0, min(due) - now)

    def _acknowledge_saved(self) -> None:
        with suppress(Empty):
            while True:
                connection, number = self._saved.get_nowait()
                if connection is self._connection:  # an earlier one's numbers mean others now
                    connection.acknowledge(number)

    def _leave(self) -> None:
        assert self._connection
        self._acknowledge_saved()
        self._connection.step(0, self._wakeup)
        self._connection.close()

    def _lose(self, lost: BrokerLost) -> None:
        if self.broker.connected or self.broker.note != lost.say:
            LOG.warning("the broker is away. %s", messages.say(lost.say))
        self._stand(False, lost.say)
        self._show(time.monotonic())

    def _take(self, received: Received) -> None:
        """Take a message from the broker. What does not fit is counted, and forgotten there."""
        try:
            table, kind = parts(received.topic, self._hall.hall)
            if kind == "state":
                self._acknowledge(received)
                self._states[table] = received.payload
                if (now := time.monotonic()) >= self._due(table):
                    self._read_state(table, now)
                return
            if kind in ("acts", "results", "answers") and received.retained:
                raise BadPayload(table, "hall.report_retained")
            self._sort(table, kind, received)
        except BadPayload as bad:
            self._live.refuse(bad, time.time())
            self._acknowledge(received)

    def _sort(self, table: str, kind: str, received: Received) -> None:
        """Pass a report on to where it belongs. Raises BadPayload."""
        report = read(table, kind, received.payload)
        connection = self._connection
        assert connection
        match report:
            case Act() | Result():
                self._keep(ToSave(report, lambda: self._settle(connection, received.number)))
                return
            case Status():
                self._live.status(report, time.time())
            case Answer():
                self._note(report)
        self._acknowledge(received)

    def _note(self, answer: Answer) -> None:
        """Keep an answer for the one who waits for it."""
        with self._answered:
            self._answers[answer.id] = answer
            while len(self._answers) > MOST_ANSWERS:
                del self._answers[next(iter(self._answers))]
            self._answered.notify_all()

    def _settle(self, connection: Connection, number: int) -> None:
        self._saved.put((connection, number))
        self._wakeup.wake()

    def _acknowledge(self, received: Received) -> None:
        if received.number and self._connection:
            self._connection.acknowledge(received.number)

    def _due(self, table: str) -> float:
        return self._read_at.get(table, float("-inf")) + STATE_S

    def _read_state(self, table: str, now: float) -> None:
        self._read_at[table] = now
        try:
            report = read(table, "state", self._states.pop(table))
            assert isinstance(report, State)
            self._live.state(report, time.time())
        except BadPayload as bad:
            self._live.refuse(bad, time.time())

    def _stand(self, connected: bool, note: Say) -> None:
        before = self.broker
        since = time.time() if connected != before.connected else before.since
        self.broker = BrokerNow(connected, since, note)

    def _show(self, now: float) -> None:
        """Say that there is something new, if there is and the last time was a while ago."""
        newest = self._newest()
        if newest != self._shown and now >= self._shown_at + SHOW_S:
            self._shown, self._shown_at = newest, now
            self.changed()

    def _newest(self) -> tuple[int, BrokerNow]:
        """What a page may not have been told yet."""
        return self._live.version, self.broker
