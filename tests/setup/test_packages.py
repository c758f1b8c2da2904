"""setup/packages.sh on stand-in machines: its output, questions, installations and exit status."""

import os
import pty
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "setup" / "packages.sh"
PAGES = ["chromium", "chromium-headless-shell", "fonts-dejavu-core", "libatomic1"]
TEST = ["python3", "python3-venv", "--", *PAGES, "openssl"]
FONT = "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
LIBRARY = "usr/lib/some-linux-gnu/libatomic.so.1"
FULL = ("python3", "chromium", "chromium-headless-shell", "openssl")


class Machine:
    """A machine with only these programs on PATH, a user, and an apt-get that installs or fails."""

    def __init__(self, folder: Path, *programs: str, user: int = 1000):
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "log"
        self.log.touch()
        self.files = [folder / FONT, folder / LIBRARY]
        for file in self.files:
            file.parent.mkdir(parents=True)
        for name in ("sh", "chmod", "ls"):
            (self.bin / name).symlink_to(shutil.which(name) or name)
        self.program("id", f"echo {user}")
        self.program("sudo", 'echo sudo >>"$LOG"; exec "$@"')
        self.program("apt-cache", 'test "$2" != "$UNKNOWN"')
        self.program("apt-get", self.apt())
        for name in programs:
            self.program(name, "exit 0")

    def apt(self) -> str:
        """Log the call; `install` creates a program for each package, unless NETWORK is down."""
        return (
            'echo "apt-get $*" >>"$LOG"; test "$NETWORK" != down || exit 100\n'
            'test "$1" = install || exit 0\n'
            "for name; do case $name in\n"
            "install|-*) ;;\n"
            'fonts-*) : >"$ROOT/$FONT" ;;\n'
            'libatomic1) : >"$ROOT/$LIBRARY" ;;\n'
            '*) echo "#!/bin/sh" >"$BIN/$name"; chmod +x "$BIN/$name" ;;\n'
            "esac; done"
        )

    def program(self, name: str, script: str) -> None:
        file = self.bin / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def environ(self, **more: str) -> dict[str, str]:
        return {
            "PATH": str(self.bin),
            "BIN": str(self.bin),
            "LOG": str(self.log),
            "ROOT": str(self.folder),
            "FONT": FONT,
            "LIBRARY": LIBRARY,
            "VENV": str(self.folder / ".venv"),
            **more,
        }

    def run(self, *words: str, **environ: str) -> "Said":
        """Run the script with standard input closed, so that nobody can answer."""
        done = subprocess.run(
            [SCRIPT, *words],
            env=self.environ(**environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        return Said(done.returncode, done.stdout, done.stderr, self.log.read_text())

    def ask(self, answer: str, *words: str) -> "Said":
        """Run the script at a terminal and type this answer."""
        ours, its = pty.openpty()
        os.write(ours, f"{answer}\n".encode())
        try:
            done = subprocess.run(
                [SCRIPT, *words],
                env=self.environ(),
                stdin=its,
                capture_output=True,
                text=True,
            )
        finally:
            os.close(ours)
            os.close(its)
        return Said(done.returncode, done.stdout, done.stderr, self.log.read_text())


@dataclass
class Said:
    status: int
    out: str
    err: str
    calls: str


def test_nothing_is_printed_if_nothing_is_missing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, *FULL)
    for file in machine.files:
        file.touch()
    assert machine.run(*TEST) == Said(0, "", "", "")


def test_root_installs_missing_packages_without_a_question(tmp_path: Path) -> None:
    said = Machine(tmp_path, user=0).run(*TEST)
    assert said.status == 0
    assert "sudo" not in said.calls + said.err
    assert said.calls == (
        "apt-get update\napt-get install -y --no-install-recommends python3 python3-venv"
        " chromium chromium-headless-shell fonts-dejavu-core libatomic1 openssl\n"
    )


def test_ci_installs_without_a_question(tmp_path: Path) -> None:
    said = Machine(tmp_path, "python3").run(*TEST, CI="true")
    assert said.status == 0
    assert said.calls.splitlines()[:2] == ["sudo", "apt-get update"]


@pytest.mark.parametrize("answer", ["y", "Y", "yes"])
def test_a_yes_at_the_terminal_installs(tmp_path: Path, answer: str) -> None:
    said = Machine(tmp_path, "python3", "chromium", "openssl").ask(answer, *TEST)
    assert said.status == 0
    assert said.err.endswith("Run this now? [y/N] ")
    assert said.calls.splitlines() == [
        "sudo",
        "apt-get update",
        "sudo",
        "apt-get install -y --no-install-recommends chromium-headless-shell fonts-dejavu-core"
        " libatomic1",
    ]


@pytest.mark.parametrize("answer", ["", "n", "what?"])
def test_any_other_answer_installs_nothing(tmp_path: Path, answer: str) -> None:
    said = Machine(tmp_path, "python3", "chromium").ask(answer, *TEST)
    assert said.status == 0
    assert said.calls == ""
    assert f"Going on without: {' '.join(PAGES[1:])} openssl." in said.err


def test_without_a_terminal_the_command_is_shown_and_optional_packages_are_skipped(
    tmp_path: Path,
) -> None:
    said = Machine(tmp_path, "python3").run(*TEST)
    assert said.status == 0
    assert said.calls == ""
    assert (
        "    sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium "
    ) in said.err
    assert "Tests that need it are skipped." in said.err


def test_without_a_terminal_a_missing_required_package_is_an_error(tmp_path: Path) -> None:
    said = Machine(tmp_path).run("python3", "python3-venv")
    assert said.status == 1
    assert "sudo apt-get install -y --no-install-recommends python3 python3-venv" in said.err
    assert said.err.endswith("This cannot go on without: python3 python3-venv\n")


def test_a_failed_installation_skips_only_the_tests_that_need_it(tmp_path: Path) -> None:
    said = Machine(tmp_path, "python3", user=0).run(*TEST, NETWORK="down")
    assert said.status == 0
    assert "That line failed." in said.err
    assert "Going on without: chromium" in said.err


def test_in_ci_a_failed_installation_is_an_error(tmp_path: Path) -> None:
    said = Machine(tmp_path, "python3", user=0).run(*TEST, NETWORK="down", CI="true")
    assert said.status == 1
    assert "This cannot go on without: chromium" in said.err


def test_the_headless_shell_is_not_required_on_a_release_without_it(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "python3", "openssl")
    listed = machine.run("--missing", *TEST[3:], UNKNOWN="chromium-headless-shell")
    assert listed.out == "chromium fonts-dejavu-core libatomic1\n"


def test_a_missing_venv_module_is_detected_by_importing_it(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.program("python3", 'case "$*" in *ensurepip*) exit 1 ;; esac')
    assert machine.run("--missing", "python3", "python3-venv").out == "python3-venv\n"
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(machine.bin / "id", tmp_path / ".venv" / "bin" / "pip")
    assert machine.run("--missing", "python3", "python3-venv").out == "\n"


def test_a_python_that_is_too_old_is_named(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.program(
        "python3", 'case "$*" in *3,*11*) exit 1 ;; --version) echo Python 3.9.2 ;; esac'
    )
    said = machine.run("python3", "python3-venv")
    assert said.status == 1
    assert said.err == "Python 3.11 or newer is needed; python3 is Python 3.9.2.\n"


def test_the_python_of_the_makefile_is_checked(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.run("python3", "python3-venv", PYTHON=sys.executable).status == 0
