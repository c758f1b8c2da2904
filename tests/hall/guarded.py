"""Real brokers with the files of `companion hall access`, and their clients."""

import json
import threading
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Self

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.__main__ import parse
from tests.hall_link.mosquitto import Mosquitto
from tests.hall_link.nats import Nats
from tests.patience import PATIENCE_S, until

MOSQUITTO = """
user root
allow_anonymous false
password_file {0}/mosquitto-passwords
acl_file {0}/mosquitto-rights
"""


class Guest:
    """A client with these subscriptions. `came`: topics and texts of its messages."""

    def __init__(self, port: int, user: str, password: str, subscriptions: Iterable[str]):
        self.came: list[tuple[str, str]] = []
        self.let_in: bool | None = None
        self.gone = threading.Event()
        self._topics = sorted(subscriptions)
        self._subscribed = threading.Semaphore(0)
        self._client = Client(CallbackAPIVersion.VERSION2, reconnect_on_failure=False)
        self._client.username_pw_set(user, password)
        self._client.on_message = lambda client, data, came: self.came.append(
            (came.topic, came.payload.decode())
        )
        self._client.on_connect = lambda client, data, flags, code, more: self._greet(code)
        self._client.on_subscribe = lambda *more: self._subscribed.release()
        self._client.on_disconnect = lambda *more: self.gone.set()
        self._client.connect("127.0.0.1", port)

    def _greet(self, code: Any) -> None:
        for topic in () if code.is_failure else self._topics:
            self._client.subscribe(topic, 1)
        self.let_in = not code.is_failure

    def send(self, topic: str, text: str) -> None:
        """Publish, and wait until the broker has it."""
        self._client.publish(topic, text, 1).wait_for_publish(PATIENCE_S)

    def await_all(self, messages: set[tuple[str, str]]) -> None:
        until(lambda: messages <= set(self.came))

    def await_text(self, wanted: str) -> None:
        until(lambda: any(text == wanted for topic, text in self.came))

    def __enter__(self) -> Self:
        """Wait until the broker has answered to everything."""
        self._client.loop_start()
        until(lambda: self.let_in is not None or self.gone.is_set())
        for _ in self._topics if self.let_in else ():
            assert self._subscribed.acquire(timeout=PATIENCE_S)
        return self

    def __exit__(self, *more: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class GuardedBroker:
    """A broker with these users: role and further words of `access add`, by name.

    `kind`: mosquitto or nats. With `certificate`, key and chain in one file, all is encrypted.
    """

    def __init__(
        self,
        folder: Path,
        kind: str,
        users: Mapping[str, tuple[str, ...]],
        certificate: Path | None = None,
    ):
        self.folder = folder / "access"
        self.passwords: dict[str, str] = {}
        self.printed = {
            name: self.access("add", role, name, *more) for name, (role, *more) in users.items()
        }
        if kind == "nats":
            self.process: Mosquitto = Nats(folder, "access/nats-users.conf", certificate)
            return
        tls = f"certfile {certificate}\nkeyfile {certificate}" if certificate else ""
        self.process = Mosquitto(folder, tls, MOSQUITTO.format(self.folder))

    def access(self, *words: str) -> str:
        """Run the command; returns what it prints. A password that it gives is noted."""
        args, out = parse(["hall", "access", *words, "--folder", str(self.folder)]), StringIO()
        assert args.command(args, out, StringIO()) == 0
        given = dict(line.split(" = ") for line in out.getvalue().splitlines() if " = " in line)
        if "password" in given:
            self.passwords[json.loads(given["user"])] = json.loads(given["password"])
        return out.getvalue()

    def guest(self, user: str, *subscriptions: str, password: str = "") -> Guest:
        return Guest(
            self.process.port, user, password or self.passwords.get(user, ""), subscriptions
        )

    def lets_in(self, user: str, password: str = "") -> bool:
        with self.guest(user, password=password) as guest:
            return bool(guest.let_in)
