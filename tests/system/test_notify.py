"""sd_notify: messages through a real socket, and from the real process."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.systemd_notify import SLOW_START_S, Manager
from tests.patience import PATIENCE_S


class Systemd:
    """The notify socket of a service manager."""

    def __init__(self, address: str):
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self._socket.settimeout(PATIENCE_S)

    def environ(self, watchdog_ms: int = 0) -> dict[str, str]:
        watched = {"WATCHDOG_USEC": str(watchdog_ms * 1000)} if watchdog_ms else {}
        return {"NOTIFY_SOCKET": self.address, **watched}

    def next(self) -> str:
        return self._socket.recv(4096).decode()

    def until(self, state: str) -> list[str]:
        """All messages up to this one."""
        heard = [self.next()]
        while heard[-1] != state:
            heard.append(self.next())
        return heard

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    systemd = Systemd(str(tmp_path / "notify"))
    yield systemd
    systemd.close()


def test_ready_and_stopping_are_sent(systemd: Systemd) -> None:
    with Manager(systemd.environ()).watching(lambda: True):
        assert systemd.next() == "READY=1"
    assert systemd.next() == "STOPPING=1"


def test_an_abstract_socket_works() -> None:
    systemd = Systemd(f"@companion-test-{os.getpid()}")
    Manager(systemd.environ()).starting()
    assert systemd.next() == f"EXTEND_TIMEOUT_USEC={SLOW_START_S * 1_000_000}"
    systemd.close()


def test_the_watchdog_is_fed_only_while_all_is_well(systemd: Systemd) -> None:
    """Feeding it unconditionally would hide a dead loop or reader."""
    answers = iter([True, True, False, False, False])

    def is_well() -> bool:
        well = next(answers, None)
        if well is None:
            manager.tell("asked")
        return bool(well)

    manager = Manager(systemd.environ(30))
    with manager.watching(is_well):
        heard = systemd.until("asked")
    assert heard.count("WATCHDOG=1") == 2


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"},
    ],
)
def test_a_watchdog_of_another_process_is_not_fed(
    environ: dict[str, str], systemd: Systemd
) -> None:
    with Manager({**systemd.environ(), **environ}).watching(lambda: True):
        pass
    assert systemd.until("STOPPING=1") == ["READY=1", "STOPPING=1"]


def test_without_a_service_manager_nothing_is_sent(tmp_path: Path) -> None:
    with Manager({"WATCHDOG_USEC": "2000"}).watching(lambda: True):
        pass
    Manager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")


def test_status_is_one_line(systemd: Systemd) -> None:
    """A line break in a file's name cannot add a state."""
    Manager(systemd.environ()).status("a\nMAINPID=1")
    assert systemd.next() == "STATUS=a MAINPID=1"


def test_wrong_table_ends_the_unit_with_its_line_as_status(
    systemd: Systemd, tmp_path: Path
) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[[seat]]\n[[seet]]\n")
    ran = subprocess.run(
        [sys.executable, "-m", "companion", "run", "--table", str(table)],
        env={**os.environ, "LANG": "C", **systemd.environ()},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert ran.returncode == os.EX_CONFIG
    assert f"{table}, line 2: " in ran.stderr
    assert systemd.next() == f"STATUS={ran.stderr.strip()}"


def test_the_service_sends_ready_watchdog_and_stopping(systemd: Systemd, tmp_path: Path) -> None:
    words = ["--simulate", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data")]
    service = subprocess.Popen(
        [sys.executable, "-m", "companion", "run", *words],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "LANG": "C", **systemd.environ(watchdog_ms=150)},
    )
    try:
        wait, opening, address, _ = systemd.until("READY=1")
        assert wait.startswith("EXTEND_TIMEOUT_USEC=")
        assert opening.startswith(f"STATUS=Opening what is saved in {tmp_path / 'data'}")
        assert address.startswith("STATUS=Phones: http://127.0.0.1:")
        assert [systemd.next(), systemd.next()] == ["WATCHDOG=1", "WATCHDOG=1"]
        service.send_signal(signal.SIGTERM)
        systemd.until("STOPPING=1")
        assert service.wait(PATIENCE_S) == 0
    finally:
        service.kill()
        service.wait()
