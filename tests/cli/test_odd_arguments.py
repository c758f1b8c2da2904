"""Odd arguments of every command: a sentence and an exit status, never a traceback."""

import io
import os
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, main
from companion.bench import report
from companion.bench.evening import Process
from companion.bench.wires import Failed
from companion.cli import files
from companion.errors import Refused

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
    "hall --broker LONG --hall club --data DATA",
    "hall --broker mqtt://127.0.0.1 --hall LONG --data DATA",
    "hall --broker mqtt://127.0.0.1 --hall club --port 0 --data FILE",
    "hall --broker mqtt://127.0.0.1 --hall club --port 0 --data DATA --db LONG",
    "replay LONG",
    "replay DATA",
    "replay PIPE",
    "replay ZERO",
    "export LONG --data DATA",
    "races --data FILE",
    "races --data ZERO",
    "races --data PIPE",
    "export 1 --data FILE",
    "tags list --data FILE",
    "tags import PIPE --data DATA",
    "tags import ZERO --data DATA",
    "tags export PIPE --data DATA",
    "box show husky --data FILE",
    "box check husky PIPE --data DATA",
    "box import husky ZERO --data DATA",
    "box export husky PIPE --data DATA",
    "backups --data FILE",
    "backups --data DATA --backup FILE",
    "restore --data FILE",
    "restore PIPE --data DATA",
    "restore ZERO --data DATA",
    "card --data FILE",
    "doctor --data FILE",
    "doctor --table PIPE --data FILE",
    "run --simulate --port 0 --tls PIPE FILE --data DATA",
    "run --simulate --port 0 --tls FILE ZERO --data DATA",
    "run --simulate --port 0 --tape PIPE --data DATA",
    "service show --table ZERO",
    "firmware install PIPE",
    "emulate seat PIPE",
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
    os.mkfifo(tmp_path / "pipe")
    words = {
        "DATA": str(tmp_path / "data"),
        "FILE": str(tmp_path / "file"),
        "PIPE": str(tmp_path / "pipe"),
        "ZERO": "/dev/zero",
        **{"LONG": LONG, "DEEP": DEEP, "NINES": NINES, "BYTES": BYTES, "BRACKETS": "[" * 5000},
    }
    for name, word in words.items():
        line = line.replace(name, word.replace(" ", "_"))
    status = main(line.split(" "))
    assert status in (1, 2)
    said = capsys.readouterr()
    assert said.err or said.out
    assert len(said.err) < 2500


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


def test_file_and_standard_input_have_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 5)
    (tmp_path / "file").write_text("12345")
    assert files.read_text(str(tmp_path / "file")) == "12345"
    (tmp_path / "file").write_text("123456")
    for name in (str(tmp_path / "file"), "-"):
        monkeypatch.setattr("sys.stdin", io.StringIO("123456"))
        with pytest.raises(Refused) as caught:
            files.read_text(name)
        assert (caught.value.key, caught.value.params["most"]) == ("saved.too_large", 5)


def test_long_argument_is_not_repeated_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "word " * 1000]) == 2
    said = capsys.readouterr().err
    assert len(said) < 1200
    assert "word word" in said
