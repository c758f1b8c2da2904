"""The firmware folder of a seat's board: `make firmware` builds it, `firmware install` copies it.

The folder has everything for the drive CIRCUITPY: boot.py, code.py and what they import, unchanged
files of companion/protocols, and `lib/` with the pixel library from its packages.
"""

import ast
import errno
import hashlib
import os
import re
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from companion.errors import Refused
from companion.messages import sentence
from companion.system.package import FIRMWARE, is_packaged

FINE = 0

PROJECT = Path(__file__).resolve().parents[2]
BUILT = PROJECT / "build" / "firmware"

LIBRARIES = ("neopixel.py", "adafruit_pixelbuf.py")
"""Modules of adafruit-circuitpython-neopixel and adafruit-circuitpython-pixelbuf: pure Python."""

CIRCUITPYTHON = (9, 10)
"""The major versions of CircuitPython that the firmware supports."""

BOOT_OUT, BOOTLOADER = "boot_out.txt", "INFO_UF2.TXT"
BEFORE_OURS = ("code.txt",)
"""Files that CircuitPython would run instead of code.py."""

_VERSION = re.compile(r"Adafruit CircuitPython (\d+)\.(\S+) on \S+; (.+)")
_PACKAGE = "companion.protocols"


def sources(project: Path = PROJECT) -> dict[str, Path]:
    """Our own files for the board: path on the drive, and file in the project."""
    firmware = sorted((project / "firmware").glob("*.py"))
    told = {path.name: path for path in firmware if path.name != "__init__.py"}
    for package in ("companion/__init__.py", "companion/protocols/__init__.py"):
        told[package] = project / package
    waiting = [*told.values()]
    while waiting:
        for name in _protocols(waiting.pop()):
            place = f"companion/protocols/{name}.py"
            if place not in told:
                told[place] = project / place
                waiting.append(project / place)
    return told


def _protocols(path: Path) -> Iterator[str]:
    """The modules of companion/protocols that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not node.module:
            continue
        if node.module == _PACKAGE:
            yield from (alias.name for alias in node.names)
        elif node.module.startswith(f"{_PACKAGE}."):
            yield node.module.removeprefix(f"{_PACKAGE}.")


def build(packages: Path, folder: Path = BUILT, project: Path = PROJECT) -> list[str]:
    """Rebuild the folder; returns the files' paths in it.

    `packages`: the folder with the unpacked packages of the libraries.
    """
    shutil.rmtree(folder, ignore_errors=True)
    files = sources(project) | {f"lib/{name}": packages / name for name in LIBRARIES}
    for place, source in files.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    return sorted(files)


def install(drive: Path, folder: Path = BUILT) -> tuple[str, int]:
    """Copy the folder onto the drive and read it back.

    Returns the board's CircuitPython version and the number of files. Raises Refused.
    """
    if not (folder / "code.py").exists():
        raise Refused("firmware.not_built", folder=str(folder))
    board = board_of(drive)
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    try:
        for place in sorted(files, key=_order):
            _copy(files[place], drive / place)
        os.sync()
        _verify(drive, files)
    except OSError as error:
        raise Refused(
            _FAULTS.get(error.errno or 0, "firmware.copy"), **_said(drive, error)
        ) from error
    return board, len(files)


def board_of(drive: Path) -> str:
    """The board's CircuitPython version, read from its drive. Raises Refused if unsupported."""
    try:
        told = (drive / BOOT_OUT).read_text("utf-8", "replace")
    except OSError as error:
        key = "firmware.bootloader" if (drive / BOOTLOADER).exists() else "firmware.no_drive"
        raise Refused(key, drive=str(drive)) from error
    found = _VERSION.search(told)
    if not found:
        raise Refused("firmware.no_drive", drive=str(drive))
    if int(found[1]) not in CIRCUITPYTHON:
        wanted = " or ".join(map(str, CIRCUITPYTHON))
        raise Refused("firmware.version", version=f"{found[1]}.{found[2]}", wanted=wanted)
    for name in BEFORE_OURS:
        if (drive / name).exists():
            raise Refused("firmware.other_program", file=str(drive / name))
    return f"CircuitPython {found[1]}.{found[2]}, {found[3]}"


def _order(place: str) -> tuple[bool, str]:
    """Sort key that puts code.py last, so that the board never starts a half-copied program."""
    return place in ("boot.py", "code.py"), place


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())


def _verify(drive: Path, files: Mapping[str, Path]) -> None:
    for place, source in files.items():
        with (drive / place).open("rb") as file:
            # Drop the page cache: reading back must read the drive.
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            written = hashlib.sha256(file.read()).digest()
        if written != hashlib.sha256(source.read_bytes()).digest():
            raise Refused("firmware.differs", file=str(drive / place))


_FAULTS = {
    errno.ENOSPC: "firmware.full",
    errno.EROFS: "firmware.read_only",
    errno.EACCES: "firmware.forbidden",
    errno.EPERM: "firmware.forbidden",
}


def _said(drive: Path, error: OSError) -> dict[str, Any]:
    return {"drive": str(drive), "detail": error.strerror or str(error)}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verb and its options."""
    verbs = parser.add_subparsers(required=True, metavar="install")
    one = verbs.add_parser("install", help="copy what `make firmware` built onto a board")
    one.add_argument("drive", type=Path, help="the board's drive, CIRCUITPY")
    one.add_argument("--folder", type=Path, help="what `make firmware` built")
    one.set_defaults(command=command)


def command(args: Namespace, out: TextIO, err: TextIO) -> int:
    """The command `companion firmware install DRIVE`."""
    board, count = install(args.drive, args.folder or (FIRMWARE if is_packaged() else BUILT))
    print(sentence("firmware.installed", {"board": board, "count": count}, args.lang), file=err)
    return FINE


def main() -> None:
    """`python -m companion.cli.firmware PACKAGES`: build the folder for the Makefile."""
    for place in build(Path(sys.argv[1])):
        print(BUILT.relative_to(PROJECT) / place)


if __name__ == "__main__":
    main()
