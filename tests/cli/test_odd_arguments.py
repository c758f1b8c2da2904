"""Odd arguments of every command: a sentence and an exit status, never a traceback."""

import os
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, main
from companion.bench import report
from companion.bench.evening import Process
from companion.bench.wires import Failed

LONG = "x" * 5000
DEEP = "/" + "/".join(["y" * 200] * 30)
NINES = "9" * 5000
BYTES = os.fsdecode(b"/proc/none/\xff\n")

ODD = [
    "races --data LONG",
    "races --data DEEP",
    "export 99999999999999999999 --data DATA",
    "export NINES --data DATA",
    "export -1 --data BYTES",
    "run --simulate --host LONG --port 0 --data DATA",
    "run --simulate --port 99999 --data DATA",
    "run --simulate --port 0 --data LONG",
    "run --simulate --port 0 --data FILE",
    "run --port 0 --table LONG --data DATA",
    "run --port 0 --table DATA --data DATA",
    "run --simulate --port 0 --tls LONG LONG --data DATA",
    "replay LONG",
    "replay DATA",
    "backups --data LONG",
    "restore LONG --data DATA",
    "restore DATA --data DATA",
    "restore --data LONG",
    "tags import BYTES --data DATA",
    "tags import DATA --data DATA",
    "tags export LONG --data DATA",
    "tags export DATA --data DATA",
    "tags export FILE/x --data DATA",
    "tags list --data DEEP",
    "tags learn snow_tails LONG --simulate --data DATA",
    "tags learn snow_tails red --deck BRACKETS --simulate --data DATA",
    "tags learn snow_tails red --table FILE --data DATA",
    "box show LONG --data DATA",
    "box import husky LONG --data DATA",
    "box export husky DATA --data DATA",
    "box check husky --data LONG",
    "bench --taps NINES",
    "bench --watchers -1",
    "doctor --strip 99 --data DATA",
    "doctor --strip 1 --data LONG",
    "service install --root LONG",
    "service install --root FILE",
    "service install --root DATA --table FILE",
    "service show --root LONG",
    "service dark --table BYTES",
    "card --data LONG",
    "card --data DATA --svg FILE/x",
    "hotspot on --name LONG",
    "firmware install LONG",
    "firmware install BYTES",
    "emulate seat LONG",
    "emulate reader DATA",
    "emulate reader FILE/BYTES",
    "referee LONG",
    "referee snow_tails --options=NINES",
    "referee snow_tails --options=BRACKETS",
    "LONG",
]


def test_every_command_gets_odd_arguments() -> None:
    assert {line.split()[0] for line in ODD} == {*COMMANDS, "LONG"}


@pytest.mark.parametrize("line", ODD)
def test_odd_argument_is_answered_with_a_sentence(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C")
    (tmp_path / "data").mkdir()
    (tmp_path / "file").write_text("nonsense")
    words = {
        "DATA": str(tmp_path / "data"),
        "FILE": str(tmp_path / "file"),
        **{"LONG": LONG, "DEEP": DEEP, "NINES": NINES, "BYTES": BYTES, "BRACKETS": "[" * 5000},
    }
    for name, word in words.items():
        line = line.replace(name, word.replace(" ", "_"))
    status = main(line.split(" "))
    assert status in ((0,) if line.startswith("backups") else (1, 2))
    said = capsys.readouterr()
    assert said.err or said.out


def test_benchmark_without_a_figure_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "C")
    (tmp_path / "data").touch()

    def measure(args: object) -> int:
        Process(tmp_path, None, 0.0)
        return 0

    monkeypatch.setattr(report, "main", measure)
    assert main(["bench"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"Nothing could be measured: {tmp_path}")


def test_service_that_does_not_start_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "_decks", lambda self, wires: None)
    monkeypatch.setattr(Process, "_command", lambda self, *words: None)
    (tmp_path / "table.toml").write_text("[[seet]]\n")
    with pytest.raises(Failed, match="line 1"):
        Process(tmp_path, None, 0.0)
