"""A real MQTT broker, Debian's mosquitto, and a client of it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from tests.patience import PATIENCE_S, until

KEEPS = """
user root
allow_anonymous true
persistence true
persistence_location {folder}/
autosave_on_changes true
autosave_interval 1
max_queued_messages 0
"""
"""The lines of a broker that keeps what a hall misses (docs/hall.md)."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether a program of this machine takes connections at this port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


class Mosquitto:
    """A broker on a port that it keeps over restarts. It persists nothing."""

    program = "mosquitto"

    def __init__(self, folder: Path, *config: str):
        self.port = free_port()
        self._folder = folder
        self._config = folder / "mosquitto.conf"
        lines = [f"listener {self.port} 127.0.0.1", *(config or ("allow_anonymous true",))]
        self._config.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        program = shutil.which(self.program, path=f"{os.environ['PATH']}:/usr/sbin")
        assert program
        with (self._folder / f"{self.program}.log").open("ab") as log:
            self._process = subprocess.Popen([program, "-c", self._config], stdout=log, stderr=log)
        until(self._answers)
        return self

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports that answer when it has started."""
        return (self.port,)

    def _answers(self) -> bool:
        return all(map(answers, self.ports))

    def reload(self) -> None:
        """Let the broker read its files again, as `systemctl reload` does."""
        assert self._process
        self._process.send_signal(signal.SIGHUP)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


class Came(NamedTuple):
    """A message that a listener has received."""

    topic: str
    body: Any
    retained: bool
    at: float
    size: int


def _read(payload: bytes) -> Any:
    """A payload's JSON, None for anything else."""
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None


class Listener:
    """A client that collects every message below a topic, in order."""

    def __init__(self, broker: Mosquitto, topic: str = "#", user: str = "", password: str = ""):
        self.came: list[Came] = []
        self._client = Client(CallbackAPIVersion.VERSION2)
        if user:
            self._client.username_pw_set(user, password)
        ready = threading.Event()
        self._client.on_message = lambda client, data, message: self.came.append(
            Came(
                message.topic,
                _read(message.payload),
                message.retain,
                time.monotonic(),
                len(message.payload),
            )
        )
        self._client.on_connect = lambda client, *more: client.subscribe(topic, 1)
        self._client.on_subscribe = lambda *more: ready.set()
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()
        assert ready.wait(PATIENCE_S)

    def send(self, topic: str, payload: Any, retain: bool = False) -> None:
        """Publish JSON, or bytes as they are."""
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        self._client.publish(topic, data, 1, retain).wait_for_publish(PATIENCE_S)

    def on(self, end: str) -> list[Any]:
        """The bodies of all messages on topics with this end."""
        return [one.body for one in tuple(self.came) if one.topic.endswith(end)]

    def until(self, end: str, so: Callable[[Any], object] = bool) -> Any:
        """Wait for a message on a topic with this end; returns the first."""
        until(lambda: any(so(body) for body in self.on(end)))
        return next(body for body in self.on(end) if so(body))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.disconnect()
        self._client.loop_stop()
