"""The real service in a process of its own, with phones and streams as clients."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from select import select
from typing import Any, NamedTuple, Self

from tests.evening.warm import Forked, warm
from tests.patience import PATIENCE_S

Live = dict[str, Any]
"""The JSON of `GET /api/v1/state` and of each event of the stream."""

PORT = re.compile(r"^(?:Phones|Hall): http://\S+:(\d+)$")
DATA = re.compile("^Saved in ")
PIN = re.compile(r"PIN: (\d{4,6})$")

PROGRAM = [sys.executable, "-m", "companion"]

PATH = "PYTHONPATH"
IMPORTS = os.environ.get(PATH)
"""Where the forking process imports from. Other paths need an interpreter of their own."""


def companion(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env={**os.environ, "LANG": "C"},
    )


class Service:
    """A process of `companion run`, on a free port that it keeps over restarts.

    `folder`: its working directory; a copy of the product there is run instead. `program`: what is
    run; the usual one is forked by a process that has imported it (warm.py). `command`: which
    command, of those that serve pages.
    """

    command = "run"

    def __init__(self, data: Path, *words: str, folder: Path | None = None, fast_path: bool = True):
        self.data = data
        self.folder = folder
        self.words = words if fast_path else (*words, "--no-fast-path")
        self.port = 0
        self.said: list[str] = []
        self.program = PROGRAM
        self.process: subprocess.Popen[str] | Forked | None = None
        self._banner = threading.Event()
        self._listener: threading.Thread | None = None

    def start(self) -> Self:
        """Start the service and wait for its banner: from then on it answers."""
        self.launch()
        assert self.await_banner(), self.said
        return self

    def await_banner(self) -> bool:
        """Wait until it has started or ended; returns whether it has started."""
        assert self._banner.wait(PATIENCE_S), self.said
        return any(map(DATA.match, self.said))

    def launch(self) -> None:
        """Start the process without waiting."""
        place = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        words = [self.command, *place, *self.words]
        env = {**os.environ, "LANG": "C", "TMPDIR": str(self.data.parent)}
        self.said, self._banner = [], threading.Event()
        if self.program == PROGRAM and self.folder is None and os.environ.get(PATH) == IMPORTS:
            self.process = warm().start(words, env)
        else:
            self.process = self._cold(words, env)
        heard = (self.process, self.said, self._banner)
        self._listener = threading.Thread(target=self._listen, args=heard)
        self._listener.start()

    def _cold(self, words: list[str], env: dict[str, str]) -> "subprocess.Popen[str]":
        """Start the program with an interpreter of its own."""
        return subprocess.Popen(
            [*self.program, *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
        )

    def await_start(self, times: int) -> None:
        """Wait for this many starts: the service restarts by itself on a restored backup."""
        end = time.monotonic() + PATIENCE_S
        while sum(bool(DATA.match(line)) for line in tuple(self.said)) < times:
            assert time.monotonic() < end, self.said
            select([], [], [], 0.02)

    def await_line(self, words: str) -> None:
        """Wait until the terminal shows these words."""
        end = time.monotonic() + PATIENCE_S
        while not any(words in line for line in tuple(self.said)):
            assert time.monotonic() < end, self.said
            select([], [], [], 0.02)

    def _listen(
        self, process: "subprocess.Popen[str] | Forked", said: list[str], banner: threading.Event
    ) -> None:
        """Collect the terminal's output to the end of the process."""
        assert process.stderr
        with process.stderr as lines:
            for line in lines:
                said.append(line.rstrip("\n"))
                if found := PORT.match(line):
                    self.port = int(found[1])
                if DATA.match(line):
                    banner.set()
        banner.set()

    @property
    def pin(self) -> str:
        """The host's PIN on the terminal."""
        return next(found[1] for line in self.said if (found := PIN.search(line)))

    def kill(self) -> None:
        """Kill the process, as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it as systemd does. Returns the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> int:
        if self.process is None or self._listener is None:
            return 0
        process, self.process = self.process, None
        process.send_signal(sign)
        status = process.wait(PATIENCE_S)
        self._listener.join(PATIENCE_S)
        return status

    def restart(self) -> None:
        """Kill it and start it again on the same data and port."""
        self.kill()
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Reply(NamedTuple):
    """An answer of the service: status, body (parsed if it is JSON), headers."""

    status: int
    body: Any
    headers: Mapping[str, str]


def request(
    service: Service,
    method: str,
    path: str,
    body: bytes | str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Reply:
    """Make a request on a new connection."""
    web = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
    try:
        web.request(method, path, body, dict(headers or {}))
        answer = web.getresponse()
        text = answer.read()
        told = {name.lower(): value for name, value in answer.getheaders()}
        is_json = told.get("content-type", "").startswith("application/json")
        return Reply(answer.status, json.loads(text) if is_json else text, told)
    finally:
        web.close()


class Phone:
    """A phone without a browser: it has a cookie, and sends valid headers and keys."""

    def __init__(self, service: Service):
        self.service = service
        self._keys = 0
        answer = request(service, "GET", "/")
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    @property
    def headers(self) -> dict[str, str]:
        """The headers of this phone's posts."""
        origin = {"Origin": self.service.url, "Content-Type": "application/json"}
        return {**origin, "Cookie": self.cookie}

    def get(self, path: str) -> Any:
        """Get a path of the API; returns the JSON."""
        answer = request(self.service, "GET", f"/api/v1{path}", None, {"Cookie": self.cookie})
        assert answer.status == 200, answer
        return answer.body

    def key(self) -> str:
        """A new key for a post."""
        self._keys += 1
        return f"{self._keys}-{time.monotonic_ns():x}"

    def post(self, path: str, **body: Any) -> Reply:
        """Send a post, with a new key unless one is given."""
        text = json.dumps({"key": self.key(), **body})
        return request(self.service, "POST", f"/api/v1{path}", text, self.headers)

    def act(self, act: Mapping[str, Any], **more: Any) -> Reply:
        """Post an act of the game, or undo or redo."""
        if act["act"] in ("undo", "redo"):
            return self.post(f"/{act['act']}", **more)
        return self.post("/acts", act=act, **more)

    def hand(self, hand: str, **movement: Any) -> None:
        """Make a movement at a simulated seat."""
        text = json.dumps({"hand": hand, **movement})
        answer = request(self.service, "POST", "/api/v1/room", text, self.headers)
        assert answer.status == 204, answer


class Stream:
    """A stream of the service's events of one kind; `live` is the newest one read."""

    def __init__(self, service: Service, path: str = "/stream?lang=en", event: str = "state"):
        self._event = event
        self._web = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
        self._web.request("GET", f"/api/v1{path}")
        self._lines = self._web.getresponse()
        self.live: Live = {}
        self.read()

    def read(self) -> Live:
        """Read the next event. Raises AssertionError if the stream ends or stays silent."""
        kind, end = "", time.monotonic() + PATIENCE_S
        try:
            while time.monotonic() < end and (line := self._lines.readline().decode()):
                name, _, value = line.rstrip("\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "data" and kind == self._event:
                    self.live = json.loads(value)
                    return self.live
        except (OSError, HTTPException) as error:
            raise AssertionError(f"the stream broke off: {error!r}") from error
        raise AssertionError("the stream has ended or is silent")

    def until(self, so: Callable[[Live], bool]) -> Live:
        """Read until `so(live)`; returns that state."""
        end = time.monotonic() + PATIENCE_S
        while not so(self.live):
            assert time.monotonic() < end, _brief(self.live)
            try:
                self.read()
            except AssertionError as error:
                raise AssertionError(f"{error}: {_brief(self.live)}") from error
        return self.live

    def close(self) -> None:
        """Close the connection."""
        self._lines.close()
        self._web.close()


def _brief(live: Live) -> Any:
    """A summary of the state for failure messages."""
    if "log" not in live:
        return live
    pending = [seat["pending"] for seat in (live["state"] or {}).get("seats", ())]
    texts = [notice["text"] for notice in live["notices"]]
    return live["log"][-3:], texts[-3:], live["up"], live["todo"], pending


def count(live: Live) -> int:
    """The number of stored acts of the race, undo and redo among them."""
    return int(live["log"][-1]["n"]) if live["log"] else 0


def meta(live: Live, seat: int) -> dict[str, Any]:
    """A seat's entry for the table."""
    return next(dict(found) for found in live["seats"] if found["seat"] == seat)


def sled(live: Live, seat: int) -> dict[str, Any]:
    """A seat's entry in the race's state."""
    return next(dict(found) for found in live["state"]["seats"] if found["seat"] == seat)
