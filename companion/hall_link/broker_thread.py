"""A thread that keeps a connection to the broker: a table's, or a hall's."""

import threading
import time
from abc import ABC, abstractmethod

from companion.drivers.wakeup import Wakeup
from companion.games.game import Say
from companion.hall_link.connection import BrokerLost, Connection

STOP_S = 2.0


class BrokerThread(ABC):
    """The thread, from `start` to `stop`. All methods with an underscore run in it.

    `retry_s`: the first and the longest pause before the broker is tried again.
    """

    retry_s = (1.0, 30.0)

    def __init__(self) -> None:
        self._wakeup = Wakeup()
        self._ended = threading.Event()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)

    def start(self) -> None:
        """Start the thread; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the broker. Waits at most 2 s."""
        self._ended.set()
        self._wakeup.wake()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        if not self._thread.is_alive():
            self._wakeup.close()

    def _run(self) -> None:
        try:
            self._serve()
        except BaseException:  # nobody would know any more whether it is connected
            self._stand(False, Say("link.bug"))
            raise

    def _serve(self) -> None:
        pause = self.retry_s[0]
        while not self._ended.is_set():
            try:
                self._connect()
                pause = self.retry_s[0]
                while not self._ended.is_set():
                    self._round(time.monotonic())
                self._leave()
            except BrokerLost as lost:
                if self._connection:
                    self._connection.drop()
                self._connection = None
                self._lose(lost)
                self._ended.wait(pause)
                pause = min(2 * pause, self.retry_s[1])

    @abstractmethod
    def _connect(self) -> None:
        """Open a new connection, and subscribe. Raises BrokerLost."""

    @abstractmethod
    def _round(self, now: float) -> None:
        """Do what is due at `now`, and wait for more. Raises BrokerLost."""

    @abstractmethod
    def _leave(self) -> None:
        """Close the connection as `stop` wants."""

    @abstractmethod
    def _lose(self, lost: BrokerLost) -> None:
        """Note that the broker is away."""

    @abstractmethod
    def _stand(self, connected: bool, note: Say) -> None:
        """Note whether there is a connection, and why."""
