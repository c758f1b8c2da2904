"""The compared services, each a process in its own folder.

A service uses only the loopback interface, keeps a race of five (race.py; ours uses its own store),
and describes its pages' handshake and the posts for its acts.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from companion.bench.evening import OPTIONS, Process
from companion.bench.wires import SEATS, Failed
from tests.peers.race import FILE

PEERS = Path(".peers")
READY_S = 120.0
STOP_S = 15.0
_HERE = Path(__file__).parent
_OCTO_KEY = "0123456789ABCDEF0123456789ABCDEF"
_OCTO_USER = "bench"


@dataclass(frozen=True, slots=True)
class Running:
    """A running service. `posts`: the acts, each as a whole HTTP request."""

    port: int
    pid: int
    ready_s: float
    dialect: str
    hello: str
    posts: Sequence[str]

    def memory_mib(self) -> float:
        """Resident memory in MiB, including child processes."""
        return sum(_resident_kib(pid) for pid in _family(self.pid)) / 1024


@contextlib.contextmanager
def ours(folder: Path, acts: Sequence[Mapping[str, Any]]) -> Iterator[Running]:
    """The companion with its real store: each act is on disk before it is sent."""
    with Process(folder, None, 0.0) as process:
        cookies = _sit_down(process.port)
        posts = []
        for number, act in enumerate(acts):
            body = {"key": f"bench-{number}", "act": act}
            posts.append(
                request(process.port, "/api/v1/acts", body, cookies[act.get("seat", SEATS[0])])
            )
        hello = "/api/v1/stream?lang=en"
        yield Running(process.port, process.pid, process.ready_s, "events", hello, posts)


@contextlib.contextmanager
def octoprint(folder: Path, acts: Sequence[Mapping[str, Any]]) -> Iterator[Running]:
    """OctoPrint with its virtual printer and without everything that uses the Internet."""
    program, base, port = PEERS / "octoprint" / "bin" / "octoprint", folder / "base", free_port()
    _prepare(base)
    command = [str(program), "--basedir", str(base)]
    user = ["user", "add", _OCTO_USER, "--password", _OCTO_USER, "--admin"]
    subprocess.run([*command, *user], check=True, capture_output=True, timeout=READY_S)
    serve = ["serve", "--host", "127.0.0.1", "--port", str(port), "--iknowwhatimdoing"]
    headers = {"X-Api-Key": _OCTO_KEY}
    with service_process([*command, *serve], folder) as (process, began):
        ready_s = _await(port, "/api/version", headers, process) - began
        who = {"user": _OCTO_USER, "pass": _OCTO_USER}
        told = json.loads(_post(port, "/api/login", who, headers))
        hello = json.dumps({"auth": f"{told['name']}:{told['session']}"})
        bodies = [{"command": "do", "act": act} for act in acts]
        posts = [request(port, "/api/plugin/bench", body, headers) for body in bodies]
        yield Running(port, process.pid, ready_s, "sockjs", hello, posts)


@contextlib.contextmanager
def flask_socketio(folder: Path, acts: Sequence[Mapping[str, Any]]) -> Iterator[Running]:
    """Our own small service on Flask-SocketIO and gevent."""
    program, port = PEERS / "flask-socketio" / "bin" / "python", free_port()
    command = [str(program), str(_HERE / "flask_service.py"), str(port), str(folder)]
    with service_process(command, folder) as (process, began):
        ready_s = _await(port, "/", {}, process) - began
        posts = [request(port, "/acts", {"act": act}, {}) for act in acts]
        yield Running(port, process.pid, ready_s, "socketio", "", posts)


def request(port: int, path: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> str:
    """A whole HTTP request."""
    text = json.dumps(body)
    lines = {
        "Host": f"127.0.0.1:{port}",
        "Content-Type": "application/json",
        "Content-Length": str(len(text.encode())),
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n{text}"


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _prepare(base: Path) -> None:
    """OctoPrint's own folder: its settings, and the plugin that keeps the race."""
    (base / "plugins").mkdir(parents=True)
    shutil.copy(_HERE / "octoprint_plugin.py", base / "plugins" / "bench.py")
    (base / "config.yaml").write_text(json.dumps(_octo_config()))


def _octo_config() -> Mapping[str, Any]:
    asks_outside = ["softwareupdate", "announcements", "tracking", "errortracking", "discovery"]
    asks_outside += ["pluginmanager", "pi_support", "file_check", "firmware_check", "health_check"]
    return {
        "accessControl": {"salt": "bench"},
        "api": {"key": _OCTO_KEY},
        "server": {
            "firstRun": False,
            "onlineCheck": {"enabled": False},
            "pluginBlacklist": {"enabled": False},
        },
        "plugins": {"_disabled": asks_outside, "virtual_printer": {"enabled": True}},
        "serial": {"autoconnect": True, "port": "VIRTUAL"},
    }


def _sit_down(port: int) -> dict[int, dict[str, str]]:
    """Start a race with a phone at each seat, the host's first. Returns their headers by seat."""
    phones = {}
    for seat in SEATS:
        cookie = _get(port, "/", {})[0].partition(";")[0]
        phones[seat] = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{port}"}
    race = {"key": "race", "game": "snow_tails", "options": OPTIONS}
    _post(port, "/api/v1/races", race, phones[SEATS[0]])
    for seat, headers in phones.items():
        _post(port, f"/api/v1/seats/{seat}/claim", {"key": f"claim-{seat}"}, headers)
    return phones


def _get(port: int, path: str, headers: Mapping[str, str]) -> tuple[str, bytes]:
    """The cookie and the body of a page. Raises Failed if it is refused."""
    return _ask(port, "GET", path, None, headers)


def _post(port: int, path: str, body: Any, headers: Mapping[str, str]) -> bytes:
    typed = {"Content-Type": "application/json", **headers}
    return _ask(port, "POST", path, json.dumps(body), typed)[1]


def _ask(
    port: int, method: str, path: str, body: str | None, headers: Mapping[str, str]
) -> tuple[str, bytes]:
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=STOP_S)) as web:
        web.request(method, path, body, dict(headers))
        answer = web.getresponse()
        said = answer.read()
        if answer.status != 200:
            raise Failed(f"{path}: {answer.status} {said[:300].decode()}")
        return answer.getheader("Set-Cookie") or "", said


@contextlib.contextmanager
def service_process(
    command: Sequence[str], folder: Path
) -> Iterator[tuple["subprocess.Popen[bytes]", float]]:
    """Start a process with its race in this folder; returns it and the start time."""
    (folder / FILE).write_text(json.dumps(OPTIONS))
    own = os.environ | {"BENCH_FOLDER": str(folder), "PYTHONPATH": str(_HERE.parents[1])}
    began = time.perf_counter()
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, env=own, stdout=said, stderr=said)
    try:
        yield process, began
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(
    port: int, path: str, headers: Mapping[str, str], process: "subprocess.Popen[bytes]"
) -> float:
    """The time of the service's first answer."""
    end = time.perf_counter() + READY_S
    while time.perf_counter() < end and process.poll() is None:
        with contextlib.suppress(OSError, HTTPException, Failed):
            _get(port, path, headers)
            return time.perf_counter()
        time.sleep(0.005)
    raise Failed(f"{process.args!r} does not answer")


def _family(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += _family(int(child))
    return found


def _resident_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
