"""The command `companion run`: its ports and banner as a process, and its address."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import run
from tests.patience import PATIENCE_S


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(data: Path, *words: str, **environ: str) -> Iterator[list[str]]:
    """Run the service; returns the lines up to the end of its banner."""
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--host", "127.0.0.1"]
    service = subprocess.Popen(
        [*command, "--data", str(data), *words],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C", **environ},
    )
    assert service.stderr
    with service.stderr as lines:
        said = []
        for line in lines:
            said.append(line)
            if line.startswith("Saved in"):
                break
        yield said
        service.send_signal(signal.SIGTERM)
        assert service.wait(PATIENCE_S) == 0


def test_further_ports_are_served_and_a_taken_one_is_only_reported(tmp_path: Path) -> None:
    port, also = free_port(), free_port()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        others = [str(also), str(taken.getsockname()[1])]
        words = [word for other in others for word in ("--also-port", other)]
        with running(tmp_path, "--port", str(port), *words) as said:
            told = "".join(said)
            assert re.search(rf"Port {others[1]} is already in use.*other address", told)
            assert f"Phones: http://127.0.0.1:{port}\n" in told
            for each in (port, also):
                url = f"http://127.0.0.1:{each}/api/v1/state"
                assert urllib.request.urlopen(url, timeout=PATIENCE_S).status == 200


def test_wrong_line_of_a_device_is_reported_and_the_service_runs(tmp_path: Path) -> None:
    table, port = tmp_path / "table.toml", str(free_port())
    table.write_text("[[seat]]\n[[seat]]\nbrightness = 40\n")
    with running(tmp_path, "--port", port, "--table", str(table)) as said:
        why = "line 3: “brightness” must be from 0.01 to 1."
        assert f"Not used: {table}, {why}\n" in said
        url = f"http://127.0.0.1:{port}/api/v1/state"
        state = json.load(urllib.request.urlopen(url, timeout=PATIENCE_S))
        (device,) = [each for each in state["devices"] if each["state"] == "refused"]
        assert (device["kind"], device["seat"]) == ("seat", 2)
        assert device["text"] == f"Not used: table.toml, {why}"
        assert state["table"]["seats"] == [1, 2]


def test_the_qr_code_is_drawn_only_where_the_terminal_has_its_characters(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0", PYTHONIOENCODING="utf-8") as said:
        assert "\u2580" in "".join(said)
    with running(tmp_path, "--port", "0", PYTHONIOENCODING="latin-1") as said:
        assert "\\u2580" not in "".join(said)
        assert "Phones: " in "".join(said)


def test_the_address_is_looked_up_again_after_a_few_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, machine = 100.0, "127.0.0.1"
    monkeypatch.setattr(run, "reached_at", lambda host: machine)
    monkeypatch.setattr(run.time, "monotonic", lambda: now)
    address = run.Address("0.0.0.0", [8000], None)
    machine = "192.168.4.1"
    now += run.ADDRESS_S - 1
    assert address.now() == "http://127.0.0.1:8000"
    now += 1
    assert address.now() == "http://192.168.4.1:8000"
