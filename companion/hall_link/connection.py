"""A connection to the broker, of a table or a hall. The only file that imports paho-mqtt.

paho's own threads are not used: the caller's thread reads, writes and waits.
"""

import select
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.config import Hall
from companion.drivers.wakeup import Wakeup
from companion.games.game import Say
from companion.hall_link.topics import Message

if TYPE_CHECKING:
    from paho.mqtt.client import Client

CONNECT_S = 5.0
"""Longest wait for the broker's machine, and for its answer."""

KEEPALIVE_S = 15
"""After one and a half times this without a sign of life the broker publishes the last will."""

MOST_IN_FLIGHT = 100


class BrokerLost(Exception):
    """There is no connection to the broker. `say`: why, for people."""

    def __init__(self, say: Say):
        super().__init__(say.key, say.params)
        self.say = say


class Received(NamedTuple):
    """A message from the broker. `number`: by which it is acknowledged, 0 if it need not be."""

    topic: str
    payload: bytes
    retained: bool
    number: int = 0


class Connection:
    """A connection to the broker, from `open` to `close`. All calls in one thread.

    `take` gets every message, `acknowledged` the number of each message that the broker has. With
    `lasting` the broker keeps what is not acknowledged for this `client_id`, also while it is away,
    and sends it again.
    """

    def __init__(
        self,
        hall: Hall,
        client_id: str,
        take: Callable[[Received], None],
        acknowledged: Callable[[int], None],
        *,
        lasting: bool = False,
    ):
        self._hall = hall
        self._take = take
        self._acknowledged = acknowledged
        self._welcome: Any = None
        self._client = self._made(client_id, lasting)

    def _made(self, client_id: str, lasting: bool) -> "Client":
        """The client. Raises BrokerLost if the package, a password or a certificate is missing."""
        try:
            from paho.mqtt.client import Client
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as missing:
            raise BrokerLost(Say("hall.no_package")) from missing
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id,
            clean_session=not lasting,
            manual_ack=lasting,
        )
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(MOST_IN_FLIGHT)
        try:
            if self._hall.user:
                client.username_pw_set(self._hall.user, self._password())
            if self._hall.tls:
                client.tls_set_context(ssl.create_default_context(cafile=self._hall.ca or None))
        except (OSError, ValueError) as error:
            raise BrokerLost(Say("hall.no_secret", {"why": str(error)[:200]})) from error
        client.on_connect = lambda client, data, flags, code, more: self._greet(code)
        client.on_message = lambda client, data, came: self._take(
            Received(came.topic, bytes(came.payload), came.retain, came.mid if came.qos else 0)
        )
        client.on_publish = lambda client, data, number, code, more: self._acknowledged(number)
        return client

    def _password(self) -> str:
        if self._hall.password_file:
            return Path(self._hall.password_file).read_text("utf-8").strip()
        return self._hall.password

    def _greet(self, code: Any) -> None:
        self._welcome = code

    def open(self, will: Message | None, wakeup: Wakeup, ended: Callable[[], bool]) -> None:
        """Connect, and wait for the broker's answer. Raises BrokerLost."""
        hall = self._hall
        if will:
            self._client.will_set(will.topic, will.payload, will.qos, will.retain)
        try:
            self._client.connect(hall.host, hall.port, KEEPALIVE_S)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BrokerLost(Say("hall.unreachable", {"why": str(why)[:200]})) from error
        for _ in range(int(CONNECT_S / 0.1)):
            if self._welcome is not None or ended():
                break
            self.step(0.1, wakeup)
        if self._welcome is None:
            raise BrokerLost(Say("hall.no_answer"))
        if self._welcome.is_failure:
            raise BrokerLost(Say("hall.refuses", {"why": str(self._welcome)}))

    def subscribe(self, topic: str, qos: int = 1) -> None:
        """Receive a topic's messages."""
        self._client.subscribe(topic, qos)

    def acknowledge(self, number: int) -> None:
        """Let the broker forget a message of a lasting connection."""
        self._client.ack(number, 1)

    def publish(self, message: Message) -> int:
        """Send a message; returns its number."""
        sent = self._client.publish(message.topic, message.payload, message.qos, message.retain)
        return sent.mid

    def step(self, timeout_s: float, wakeup: Wakeup) -> None:
        """Wait for the broker or for `wakeup`; read and write. Raises BrokerLost."""
        client = self._client
        sock: Any = client.socket()
        if sock is None:
            raise BrokerLost(Say("hall.lost"))
        buffered = bool(getattr(sock, "pending", int)())
        wants = [sock] if client.want_write() else []
        wait_s = 0 if buffered else timeout_s
        heard, free, _ = select.select([sock, wakeup.fileno()], wants, [], wait_s)
        wakeup.clear()
        if sock in heard or buffered:
            client.loop_read()
        if free:
            client.loop_write()
        client.loop_misc()

    def close(self) -> None:
        """Leave without the last will, if there is a connection."""
        self._client.disconnect()
        self.drop()

    def drop(self) -> None:
        """Close the socket."""
        sock: Any = self._client.socket()
        if sock is not None:
            sock.close()
