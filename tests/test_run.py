"""The command `companion run` as a process: its ports."""

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

from tests.patience import PATIENCE_S


def free_port() -> int:
    """A port on which nobody listens at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(data: Path, *words: str, **environ: str) -> Iterator[list[str]]:
    """The service; gives what it said up to the end of its banner."""
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


def test_another_port_is_answered_too_and_one_that_is_taken_is_only_said(tmp_path: Path) -> None:
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


def test_the_qr_code_is_drawn_only_where_the_terminal_has_its_characters(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0", PYTHONIOENCODING="utf-8") as said:
        assert "\u2580" in "".join(said)
    with running(tmp_path, "--port", "0", PYTHONIOENCODING="latin-1") as said:
        assert "\\u2580" not in "".join(said)
        assert "Phones: " in "".join(said)
