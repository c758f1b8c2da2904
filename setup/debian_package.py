"""Build the Debian package: python setup/debian_package.py WHEEL FIRMWARE DEB [CACHE].

WHEEL: the project's own; FIRMWARE: what `make firmware` built; CACHE: a folder for downloads. The
package contains every file of the lock files that its targets need, so that it is installed without
internet. setup/debian/ has its control files and scripts.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from packaging.markers import Marker

ROOT = Path(__file__).resolve().parents[1]
DEBIAN = ROOT / "setup" / "debian"
SCRIPTS = ("postinst", "prerm", "postrm")

PYTHONS = ("3.11", "3.13")
"""Debian bookworm's and trixie's."""

MACHINES = ("x86_64", "aarch64", "armv7l")
"""Debian's amd64, arm64 and armhf."""

GLIBC = (5, 12, 17, 24, 26, 27, 28, 31, 34, 35, 36)
"""Minor versions of glibc 2 that wheels name; bookworm has 36."""

CORE_TOO = ("ifaddr", "paho-mqtt", "zeroconf")
"""Packages for a name on the network and for a hall: in the Pi's lock, but on every machine."""

OF_DEBIAN = ("lgpio",)
"""python3-lgpio: PyPI has no file for Python 3.13."""

SOURCE = ("rpi-ws281x",)
"""PyPI has only the source."""


class Locked(NamedTuple):
    """A package in a lock file: its name, its lines, its version and its marker, if any."""

    name: str
    lines: str
    version: str
    marker: str

    def fits(self, python: str, machine: str) -> bool:
        """Whether a machine with this Python needs the package."""
        given = {
            "python_version": python,
            "python_full_version": f"{python}.0",
            "platform_machine": machine,
            "sys_platform": "linux",
        }
        return not self.marker or Marker(self.marker).evaluate(given)

    @property
    def anywhere(self) -> str:
        """The lines without the marker: pip evaluates it for the machine that it runs on."""
        return self.lines.replace(f" ; {self.marker}", "") if self.marker else self.lines


def locked(text: str) -> list[Locked]:
    """The packages of a lock file."""
    found = re.finditer(r"^(\S+)==(\S+?)(?: ; (.+?))? \\\n(?:    --hash=.*\n?)+", text, re.M)
    return [Locked(each[1], each[0], each[2], each[3] or "") for each in found]


Fetch = Callable[[Locked, str, str, Path], bool]
"""Download a package for a Python and a machine into a folder; False: there is no file for it."""


def by_pip(package: Locked, python: str, machine: str, folder: Path) -> bool:
    """Download by pip, which checks the hash."""
    lock = folder / "one.lock"
    lock.write_text(package.anywhere)
    kind = ["--no-binary", ":all:", "--no-build-isolation"]
    if package.name not in SOURCE:
        names = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC]
        names += [f"manylinux2014_{machine}", f"linux_{machine}"]
        kind = ["--only-binary", ":all:", "--python-version", python, "--implementation", "cp"]
        kind += [word for name in names for word in ("--platform", name)]
    words = ["download", "--quiet", "--no-deps", "--require-hashes", *kind]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words, "-d", str(folder), "-r", str(lock)],
        capture_output=True,
        text=True,
    )
    lock.unlink()
    if done.returncode and "No matching distribution" not in done.stderr:
        raise SystemExit(done.stderr)
    return not done.returncode


def fetch_all(packages: Iterable[Locked], folder: Path, fetch: Fetch) -> list[str]:
    """Download every file that a target needs. Returns a line for each that does not exist."""
    missing = []
    for package in packages:
        for python in PYTHONS:
            fits = [machine for machine in MACHINES if package.fits(python, machine)]
            for machine in fits:
                if _is_pure(package, folder) or fetch(package, python, machine, folder):
                    continue
                missing.append(f"{package.name} for {machine} with Python {python}")
    return missing


def _is_pure(package: Locked, folder: Path) -> bool:
    """Whether a file for every machine is there."""
    stem = f"{package.name.replace('-', '_')}-{package.version}"
    files = [path.name for path in folder.iterdir()]
    return any(
        name.startswith(stem) and name.endswith(("-none-any.whl", ".tar.gz")) for name in files
    )


def version_of(wheel: Path) -> str:
    """The version in a wheel's name."""
    return wheel.name.split("-")[1]


def build(
    wheel: Path, firmware: Path, deb: Path, tree: Path, cache: Path, fetch: Fetch = by_pip
) -> list[str]:
    """Build the package by way of the folder `tree`. Returns what has no file for a machine.

    A missing file of the core is an error: there the service would not start.
    """
    core = locked((ROOT / "requirements.lock").read_text())
    pins = locked((ROOT / "requirements-pi.lock").read_text())
    known = {package.name for package in core}
    core += [package for package in pins if package.name in CORE_TOO]
    left_out = {*known, *CORE_TOO, *OF_DEBIAN}
    pins = [package for package in pins if package.name not in left_out]
    cache.mkdir(parents=True, exist_ok=True)
    if missing := fetch_all(core, cache, fetch):
        raise SystemExit("No file of " + "; ".join(missing))
    missing = fetch_all(pins, cache, fetch)
    shutil.rmtree(tree, ignore_errors=True)
    _lay_out(tree, wheel, firmware, cache, (core, pins))
    _control(tree, version_of(wheel))
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(deb)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return missing


def _lay_out(
    tree: Path, wheel: Path, firmware: Path, cache: Path, locks: Sequence[list[Locked]]
) -> None:
    """Copy the package's files to their places below `tree`."""
    share, doc = tree / "usr/share/sled-companion", tree / "usr/share/doc/sled-companion"
    shutil.copytree(cache, share / "wheels")
    shutil.copy(wheel, share / "wheels")
    shutil.copytree(firmware, share / "firmware")
    (tree / "etc/sled-companion").mkdir(parents=True)
    (tree / "usr/bin").mkdir()
    shutil.copy(DEBIAN / "companion", tree / "usr/bin/companion")
    (doc / "examples").mkdir(parents=True)
    shutil.copy(ROOT / "table.example.toml", doc / "examples")
    shutil.copy(ROOT / "LICENSE", doc / "copyright")
    shutil.copy(ROOT / "CHANGELOG.md", doc)
    core, pins = locks
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    own = f"sled-companion=={version_of(wheel)} --hash=sha256:{digest}\n"
    (share / "core.lock").write_text("".join(each.lines for each in core) + own)
    for folder in ("pins", "source"):
        (share / folder).mkdir()
    for package in pins:
        folder = "source" if package.name in SOURCE else "pins"
        (share / folder / f"{package.name}.lock").write_text(package.lines)


def _control(tree: Path, version: str) -> None:
    """Write the control files and make everything readable for all."""
    debian = tree / "DEBIAN"
    debian.mkdir()
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file()) // 1024
    text = (DEBIAN / "control").read_text().format(version=version, kilobytes=size)
    (debian / "control").write_text(text)
    for name in (*SCRIPTS, "triggers"):
        shutil.copy(DEBIAN / name, debian / name)
    programs = {tree / "usr/bin/companion", *(debian / name for name in SCRIPTS)}
    for path in (tree, *tree.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path in programs else 0o644)


if __name__ == "__main__":
    wheel, firmware, deb = map(Path, sys.argv[1:4])
    work = ROOT / "build" / "debian"
    cache = Path(sys.argv[4]) if sys.argv[4:] else work / "wheels"
    for line in build(wheel, firmware, deb, work / "tree", cache):
        print(f"Not in the package: {line}")
