"""Every command, make target, `python -m` module and import by string can be started."""

import argparse
import ast
import importlib.util
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, parser
from tests.evening.warm import Forked, warm
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
OPTIONS = (
    '{"seats": [{"name": "A", "colour": "red", "place": 1}, '
    '{"name": "B", "colour": "blue", "place": 2}], "limits": [4]}'
)
STARTS: dict[str, tuple[str, int]] = {
    "run": ("run --simulate --host 127.0.0.1 --port 0 --data DATA", 0),
    "hall": ("hall --broker nonsense --hall club --data DATA", 1),
    "hall access add": ("hall access add table t1 --hall club --folder DATA", 0),
    "hall access list": ("hall access list --folder DATA", 0),
    "hall access renew": ("hall access renew t1 --folder DATA", 1),
    "hall access remove": ("hall access remove t1 --folder DATA", 1),
    "referee": (f"referee snow_tails --options={OPTIONS.replace(' ', '')}", 0),
    "races": ("races --data DATA", 0),
    "export": ("export 1 --data DATA", 1),
    "replay": ("replay FILE", 1),
    "backups": ("backups --data DATA", 0),
    "restore": ("restore --data DATA", 1),
    "tags learn": ("tags learn snow_tails red --simulate --data DATA", 0),
    "tags list": ("tags list --data DATA", 0),
    "tags import": ("tags import FILE --data DATA", 1),
    "tags export": ("tags export - --data DATA", 0),
    "box show": ("box show husky --example --data DATA", 0),
    "box check": ("box check husky --data DATA", 1),
    "box import": ("box import husky FILE --data DATA", 1),
    "box export": ("box export husky - --data DATA", 0),
    "bench": ("bench --taps nonsense", 2),
    "doctor": ("doctor --json --port 1 --data DATA", 0),
    "service": ("service install --root DATA", 0),
    "card": ("card --data DATA", 1),
    "hotspot": ("hotspot on --password short", 1),
    "firmware install": ("firmware install DATA", 1),
    "emulate reader": ("emulate reader DATA/port", 0),
    "emulate seat": ("emulate seat DATA/port", 0),
}
"""Each command with arguments, and its exit status. DATA is an empty folder, FILE a foreign file.
The benchmark takes minutes, so it is only loaded here. `doctor` may find something broken.
"""


def leaves(top: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    """Every command, with its verb if it has or may have verbs: "tags learn"."""
    verbs = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    if not verbs or (before and not verbs[0].required):
        yield before
    for name, one in verbs[0].choices.items() if verbs else ():
        yield from leaves(one, f"{before} {name}".strip())


def test_every_command_is_in_this_list() -> None:
    assert set(leaves(parser(*COMMANDS))) == set(STARTS)


PRINT = {
    "box export", "box show", "doctor", "hall access add", "referee", "tags export", "tags learn",
}  # fmt: skip
"""The commands that print to standard output with these arguments."""


ENV = {**os.environ, "LANG": "C", "PYTHONUNBUFFERED": ""}


def words(name: str, folder: Path) -> list[str]:
    """The words of a command, for a new data folder and a foreign file in this folder."""
    data, file = folder / "data", folder / "file"
    data.mkdir()
    file.write_text("nonsense")
    told = [word.replace("DATA", str(data)) for word in STARTS[name][0].split()]
    return [word.replace("FILE", str(file)) for word in told]


def await_end(name: str, process: subprocess.Popen[str] | Forked) -> str:
    """Stop the service once it answers; returns the rest of a command's terminal."""
    assert process.stderr is not None
    if name == "run":
        assert any("http://" in line for line in process.stderr)
        process.send_signal(signal.SIGTERM)
    said = process.stderr.read()
    process.wait(PATIENCE_S)
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    return said


def ended(name: str, folder: Path) -> tuple[int, str]:
    """Run a command in an interpreter of its own; returns its exit status and output."""
    with (folder / "out").open("w+") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words(name, folder)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=ENV,
        )
        with process:
            said = await_end(name, process)
        out.seek(0)
        return process.returncode, out.read() + said


def ended_into(out: int, name: str, folder: Path) -> tuple[int, str]:
    """Run a command with this output; returns its exit status and terminal.

    It is forked with its imports done, as only its output matters.
    """
    process = warm().start(words(name, folder), ENV, out)
    with process.stderr:
        said = await_end(name, process)
    return process.wait(PATIENCE_S), said


@pytest.mark.parametrize("name", sorted(STARTS))
def test_command_starts_and_ends_without_a_traceback(name: str, tmp_path: Path) -> None:
    status, said = ended(name, tmp_path)
    allowed = {0, 1} if name == "doctor" else {STARTS[name][1]}
    assert status in allowed, said
    assert not status or said, "it failed without a word"


@pytest.mark.parametrize("name", sorted(STARTS))
def test_a_full_disk_for_the_output_is_reported(name: str, tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        status, said = ended_into(full.fileno(), name, tmp_path)
    if name in PRINT:
        assert (status, said.splitlines()[-1]) == (
            1,
            "The output cannot be written: No space left on device.",
        )
    else:
        assert status == STARTS[name][1]


@pytest.mark.parametrize("name", sorted(STARTS))
def test_a_closed_pipe_for_the_output_is_fine(name: str, tmp_path: Path) -> None:
    """As in `companion races | head -1`."""
    reads, writes = os.pipe()
    os.close(reads)
    try:
        status, said = ended_into(writes, name, tmp_path)
    finally:
        os.close(writes)
    assert status == (0 if name in PRINT else STARTS[name][1])
    assert status or "Errno" not in said


OURS = ("companion", "tests", "docs")
TEXTS = [
    ROOT / "Makefile",
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "wiring.md", "DECISIONS.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "firmware").glob("*.md")),
    *(
        path
        for top in ("companion", "tests", "docs")
        for path in sorted((ROOT / top).rglob("*.py"))
    ),
]
OURS = ("companion", "tests", "docs")
RUN_BY_NAME = sorted(
    {
        name
        for path in TEXTS
        for name in re.findall(r"-m\"?,?\s+\"?([a-z_]+(?:\.[a-z_0-9]+)*)", path.read_text("utf-8"))
        if name.split(".")[0] in OURS
    }
)


@pytest.mark.parametrize("name", RUN_BY_NAME)
def test_module_run_with_python_m_exists(name: str) -> None:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    if spec.submodule_search_locations is not None:
        assert importlib.util.find_spec(f"{name}.__main__") is not None


def strings(path: Path) -> Iterator[str]:
    """The constant strings of a program that look like a dotted name below `companion`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if re.fullmatch(r"companion(\.[a-z_]\w*)+", text):
                yield text


FILES = ("companion.db", "companion.lock", "companion.po", "companion.mo")
LOGGERS = tuple(f"companion.{name}" for name in ("nodes", "readers", "buttons", "strips"))
OTHERS = ("companion.local", "companion.service", "companion.defer")
"""Strings that are not modules: a host, a unit and a key of the WSGI environment."""


@pytest.mark.parametrize(
    "path",
    [path for path in TEXTS if path.suffix == ".py"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_dotted_name_in_a_string_is_a_module(path: Path) -> None:
    """As in `monkeypatch.setattr("companion.store.writer.LOOK_S", …)`, except loggers' names."""
    for name in set(strings(path)):
        if name.startswith((*FILES, *LOGGERS, *OTHERS)):
            continue
        parts = name.split(".")
        place = ROOT
        while parts and (place / parts[0]).is_dir():
            place /= parts.pop(0)
        if parts:
            file = place / f"{parts[0]}.py"
            inside = place / "__init__.py"
            known = file.exists() or re.search(rf"\b{parts[0]}\b", inside.read_text("utf-8"))
            assert known, f"{path.name} names {name}"


TARGETS = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("target", TARGETS)
def test_make_target_has_all_its_rules(target: str) -> None:
    """No rule depends on a file that nothing makes."""
    ran = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.firmware
def test_make_firmware_builds_the_folder_for_a_board() -> None:
    packages = ROOT / "build" / "packages"
    assert (packages / "neopixel.py").exists(), "make build/packages/.done"
    subprocess.run(
        [sys.executable, "-m", "companion.cli.firmware", str(packages)], cwd=ROOT, check=True
    )
    assert (ROOT / "build" / "firmware" / "code.py").exists()
