"""The Debian package: its contents, control files and scripts. `make package-test` installs it."""

import os
import re
import shutil
import subprocess
import tomllib
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from companion.__main__ import main
from companion.doctor.checks.ports import RULES
from companion.system import package
from companion.system.systemd_unit import UNIT_PATH
from companion.table_file.file import INSTALLED

ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "setup" / "debian"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
by_dpkg = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is missing")


def builder() -> ModuleType:
    """setup/debian_package.py as a module."""
    spec = util.spec_from_file_location("debian_package", ROOT / "setup" / "debian_package.py")
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def deb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with stand-ins for the wheels; gpiod has none for 32 bits."""
    folder = tmp_path_factory.mktemp("deb")
    wheel = folder / f"sled_companion-{VERSION}-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    (folder / "firmware").mkdir()
    (folder / "firmware" / "code.py").touch()

    def fetch(locked: object, python: str, machine: str, into: Path) -> bool:
        name = locked.name.replace("-", "_")  # type: ignore[attr-defined]
        if (name, machine) == ("gpiod", "armv7l"):
            return False
        compiled = name in ("markupsafe", "gpiod")
        tag = f"cp{python.replace('.', '')}-{machine}" if compiled else "py3-none-any"
        (into / f"{name}-{locked.version}-{tag}.whl").touch()  # type: ignore[attr-defined]
        return True

    made = folder / f"sled-companion_{VERSION}_all.deb"
    missing = builder().build(
        wheel, folder / "firmware", made, folder / "tree", folder / "wheels", fetch
    )
    assert missing == [f"gpiod for armv7l with Python {python}" for python in ("3.11", "3.13")]
    return made


def told(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


@by_dpkg
def test_version_is_the_one_in_pyproject(deb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told("dpkg-deb", "--field", str(deb), "Version").strip() == VERSION
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == package.version() == VERSION
    titles = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert titles[0] in ("Unreleased", VERSION)


@by_dpkg
def test_package_has_the_files_that_the_program_expects(deb: Path) -> None:
    lines = told("dpkg-deb", "--contents", str(deb)).splitlines()
    modes = {line.split()[5].lstrip("."): line.split()[:2] for line in lines}
    assert {owner for _, owner in modes.values()} == {"root/root"}
    assert modes[package.PROGRAM][0] == "-rwxr-xr-x"
    assert f"{package.FIRMWARE}/code.py" in modes
    assert f"{INSTALLED.parent}/" in modes
    assert str(INSTALLED) not in modes, "the owner's file is never part of the package"
    assert "/usr/share/doc/sled-companion/examples/table.example.toml" in modes
    wheels = [name for name in modes if "/wheels/markupsafe" in name]
    assert len(wheels) == 6, "two Pythons on three machines"


@by_dpkg
def test_lock_files_are_complete_and_name_no_file_twice(deb: Path, tmp_path: Path) -> None:
    told("dpkg-deb", "-x", str(deb), str(tmp_path))
    share = tmp_path / "usr/share/sled-companion"
    core = re.findall(r"^(\S+)==", (share / "core.lock").read_text(), re.M)
    extra = [path.stem for folder in ("pins", "source") for path in (share / folder).iterdir()]
    locks = [(ROOT / name).read_text() for name in ("requirements.lock", "requirements-pi.lock")]
    every = {name for lock in locks for name in re.findall(r"^(\S+)==", lock, re.M)}
    assert sorted(core + extra) == sorted(every - {"lgpio"} | {"sled-companion"})
    assert "zeroconf" in core
    assert (share / "source" / "rpi-ws281x.lock").exists()


def test_lock_file_is_read_with_markers() -> None:
    packages = {
        each.name: each for each in builder().locked((ROOT / "requirements-pi.lock").read_text())
    }
    gpiod = packages["gpiod"]
    assert gpiod.fits("3.13", "aarch64")
    assert not gpiod.fits("3.13", "x86_64")
    assert " ; " not in gpiod.anywhere
    assert "--hash=sha256:" in gpiod.anywhere


@pytest.mark.parametrize("name", ["postinst", "prerm", "postrm", "companion"])
def test_script_is_valid(name: str) -> None:
    told("sh", "-n", str(DEBIAN / name))


def test_scripts_use_the_program_s_own_places() -> None:
    assert f"venv={package.PREFIX}\n" in (DEBIAN / "companion").read_text()
    assert package.USER in (DEBIAN / "postinst").read_text()
    postrm = (DEBIAN / "postrm").read_text()
    assert f'"$root{UNIT_PATH}"' in postrm
    assert f'"$root{RULES}"' in postrm


class Installed:
    """A root folder with stand-in commands, for the maintainer scripts."""

    def __init__(self, folder: Path):
        self.root, self.bin, self.log = folder / "root", folder / "bin", folder / "log"
        self.bin.mkdir()
        self.log.touch()
        share = self.root / "usr/share/sled-companion"
        (share / "pins").mkdir(parents=True)
        (share / "source").mkdir()
        for name in ("core.lock", "pins/a.lock", "pins/b.lock", "source/c.lock"):
            (share / name).touch()
        for name in ("adduser", "systemctl", "getent"):
            self.program(self.bin / name, f'echo {name} "$@" >>"$LOG"')
        self.program(self.bin / "gcc", "exit 0")
        pip = (
            f'echo pip "$@" | sed "s#{self.root}##g" >>"$LOG"\n'
            'case "$*" in *b.lock*|*"$FAILS"*) exit 1 ;; esac'
        )
        make = 'mkdir -p "$4/bin"; cp "$PIP" "$4/bin/python3"; : >"$4/bin/pip"; : >"$4/$MARK"'
        self.program(folder / "pip", pip)
        self.program(self.bin / "python3", make)
        self.program(self.root / "usr/bin/companion", 'echo companion "$@" >>"$LOG"; exit $STATUS')
        self.environ = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "LOG": str(self.log),
            "DPKG_ROOT": str(self.root),
            "PIP": str(folder / "pip"),
            "FAILS": "nothing",
            "STATUS": "0",
            "MARK": "first",
        }

    def program(self, path: Path, script: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def run(self, script: str, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        self.log.write_text("")
        return subprocess.run(
            ["sh", str(DEBIAN / script), *words],
            env=self.environ | environ,
            capture_output=True,
            text=True,
        )

    @property
    def venv(self) -> list[str]:
        return sorted(path.name for path in (self.root / "usr/lib/sled-companion/venv").iterdir())


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def test_postinst_installs_from_the_package_s_own_files_only(installed: Installed) -> None:
    done = installed.run("postinst", "configure", "")
    assert done.returncode == 0, done.stderr
    pips = [line for line in installed.log.read_text().splitlines() if line.startswith("pip")]
    assert all(" --no-index " in line and " --require-hashes " in line for line in pips)
    assert all("/usr/share/sled-companion/wheels" in line for line in pips)
    assert pips[0].endswith("-r /usr/share/sled-companion/core.lock")
    assert "Without b: it has no file for this machine." in done.stderr
    assert "Without a:" not in done.stderr
    root = installed.root
    assert f"companion service renew --root {root}" in installed.log.read_text()


def test_failed_upgrade_keeps_the_old_environment(installed: Installed) -> None:
    installed.run("postinst", "configure", "")
    assert "first" in installed.venv
    done = installed.run("postinst", "configure", "0.0.1", FAILS="core.lock", MARK="second")
    assert done.returncode == 1
    assert "first" in installed.venv


def test_fault_in_table_toml_does_not_fail_the_installation(installed: Installed) -> None:
    done = installed.run("postinst", "configure", "", STATUS="1")
    assert done.returncode == 0
    assert "sudo companion service renew" in done.stderr


def test_environment_is_renewed_only_for_another_python(installed: Installed) -> None:
    installed.run("postinst", "configure", "")
    installed.run("postinst", "triggered", "/usr/bin/python3", MARK="second")
    assert "first" in installed.venv
    installed.run("postinst", "triggered", "/usr/bin/python3", MARK="second", STATUS="78")
    assert "second" in installed.venv


def test_command_names_the_cure_after_another_python(tmp_path: Path) -> None:
    script = (DEBIAN / "companion").read_text().replace(str(package.PREFIX), str(tmp_path))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to("/usr/bin/python3")
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert done.returncode == os.EX_CONFIG
    assert "sudo dpkg-reconfigure sled-companion" in done.stderr


def test_upgrade_leaves_the_service_running(installed: Installed) -> None:
    assert installed.run("prerm", "upgrade", "0.2.0").returncode == 0
    assert installed.log.read_text() == ""


def test_removal_keeps_races_and_table_file_and_purge_only_the_backups(
    installed: Installed,
) -> None:
    own, data = installed.root / "etc/sled-companion", installed.root / "var/lib/companion"
    for file in (own / "table.toml", data / "companion.db", data / "backups" / "one.db"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    installed.run("postinst", "configure", "")
    done = installed.run("prerm", "remove")
    assert f"companion service remove --root {installed.root}" in installed.log.read_text()
    assert "/var/lib/companion" in done.stdout
    installed.run("postrm", "remove")
    assert (own / "table.toml").exists()
    assert (data / "companion.db").exists()
    done = installed.run("postrm", "purge")
    assert "sudo rm -r /var/lib/companion" in done.stdout
    assert not own.exists()
    assert [path.name for path in data.rglob("*")] == ["backups", "one.db"]
