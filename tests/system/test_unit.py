"""The systemd unit and the udev rules: written, verified by systemd, and removed again."""

import argparse
import io
import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from companion.__main__ import parse
from companion.cli import service
from companion.config import phones_only
from companion.doctor.checks.ports import RULES
from companion.doctor.machine import Machine
from companion.errors import ConfigError, Refused
from companion.messages import sentence
from companion.system import package
from companion.system import systemd_unit as unit
from companion.table_file.file import LANGUAGES, chosen

ROOT = Path(__file__).parents[2]
EXAMPLE = "table.example.toml"
ANALYZE = shutil.which("systemd-analyze")
by_systemd = pytest.mark.skipif(ANALYZE is None, reason="no systemd here: its word is missing")


class Root:
    """A machine's root folder, and the command run on it."""

    def __init__(self, folder: Path):
        self.folder = folder / "root"
        self.bin = folder / "bin"
        self.log = folder / "log"
        self.modules = folder / "modules"
        self.bin.mkdir(parents=True)
        (self.modules / "zeroconf").mkdir(parents=True)
        (self.modules / "zeroconf" / "__init__.py").touch()
        self.log.touch()
        self.write("/etc/group", "dialout:x:20:\ngpio:x:997:\n")
        self.write("/etc/passwd", "root:x:0:0::/root:/bin/sh\npi:x:1000:1000::/home/pi:/bin/sh\n")
        for name in ("systemctl", "udevadm", "openssl"):
            command = self.bin / name
            command.write_text(f'#!/bin/sh\necho {name} "$@" >> {self.log}\necho active\n')
            command.chmod(command.stat().st_mode | stat.S_IXUSR)

    def write(self, path: str, text: str) -> None:
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def run(self, *words: str, live: bool = False) -> tuple[str, str]:
        """Run the command; `live`: without `--root`, with stand-in commands."""
        args = parse(["service", words[0], "--user", "pi", *words[1:]])
        args.root = self.folder
        args.lang = "en"
        if live:
            args.root = None
        environ = {"PATH": str(self.bin), "LANG": "de_DE.UTF-8"}
        machine = Machine(self.folder, environ, modules=[str(self.modules)])
        out, err = io.StringIO(), io.StringIO()
        assert unit.service(args, out, err, machine) == 0
        return out.getvalue(), err.getvalue()

    @property
    def unit(self) -> Path:
        return self.folder / unit.UNIT_PATH.lstrip("/")

    @property
    def rules(self) -> Path:
        return self.folder / RULES.lstrip("/")

    @property
    def done(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Root:
    monkeypatch.chdir(tmp_path)
    return Root(tmp_path)


def test_remove_deletes_everything_that_install_wrote(root: Root) -> None:
    _, said = root.run("install")
    assert root.unit.exists()
    assert root.rules.exists()
    assert unit.UNIT_PATH in said
    root.run("remove")
    assert not root.unit.exists()
    assert not root.rules.exists()
    assert root.done == []


def test_on_a_live_machine_systemd_and_udev_are_reloaded(root: Root) -> None:
    root.run("install", live=True)
    assert root.done[-3:] == [
        "systemctl daemon-reload",
        "systemctl enable companion.service",
        "systemctl restart companion.service",
    ]
    assert "udevadm control --reload" in root.done
    root.run("remove", live=True)
    assert "systemctl disable --now companion.service" in root.done


def test_the_unit_runs_this_program_with_its_table(root: Root, tmp_path: Path) -> None:
    table = tmp_path / "my tables" / "100% $ound.toml"
    table.parent.mkdir()
    table.write_text('[[seat]]\ncolour = "red"\n')
    root.run("install", "--table", str(table))
    start = re.search(r"^ExecStart=(.*)$", root.unit.read_text(), re.MULTILINE)
    assert start
    assert start[1].endswith(f'--table "{tmp_path}/my tables/100%% $$ound.toml"')
    assert " -m companion run --port 8000 --also-port 80 " in start[1]


def test_the_unit_has_the_options_for_https_and_mdns(root: Root, tmp_path: Path) -> None:
    root.run("install", "--tls", "--mdns")
    assert " --also-port 80 --mdns --tls-port 8443 --tls\n" in root.unit.read_text()
    root.run("install", "--tls", "own.pem", "key.pem", "--tls-port", "443")
    files = f"--tls {tmp_path}/own.pem {tmp_path}/key.pem"
    assert f" --also-port 80 --tls-port 443 {files}\n" in root.unit.read_text()
    root.run("install")
    assert "--tls" not in root.unit.read_text()


def renewed(root: Root) -> str:
    """The unit after `service renew`."""
    parser = argparse.ArgumentParser()
    service.add_arguments(parser)
    args = parser.parse_args(["renew", "--root", str(root.folder)])
    args.lang = "en"
    assert args.command(args, io.StringIO(), io.StringIO()) == 0
    return root.unit.read_text()


def test_renewed_unit_keeps_the_options_of_the_installed_one(root: Root, tmp_path: Path) -> None:
    table = tmp_path / "100% $ound.toml"
    table.write_text('[[seat]]\ncolour = "red"\n')
    root.run("install", "--tls", "--port", "8001", "--table", str(table))
    before = root.unit.read_text()
    root.unit.write_text(before.replace("MemoryMax=300M", "MemoryMax=200M"))
    start = re.search(r"^ExecStart=.*$", before, re.MULTILINE)
    text = renewed(root)
    assert start
    assert start[0] in text
    assert "User=pi\n" in text
    assert "MemoryMax=300M" in text


def test_renew_installs_where_nothing_is_installed(
    root: Root, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.prefix", str(package.PREFIX))
    root.write("/etc/passwd", f"{package.USER}:x:990:990::/:/bin/sh\n")
    text = renewed(root)
    assert f"ExecStart={package.PROGRAM} run --port 8000 --also-port 80\n" in text
    assert f"User={package.USER}\n" in text


def test_saved_files_belong_to_the_service_at_each_start(root: Root) -> None:
    """A command under sudo, such as restore, leaves files of root."""
    root.run("install")
    assert "ExecStartPre=+-/bin/chown -R pi: %S/companion\n" in root.unit.read_text()


def test_options_of_the_unit_are_options_of_run(root: Root) -> None:
    root.run("install", "--tls", "--mdns", "--port", "8001")
    words = re.search(r"^ExecStart=(.*)$", root.unit.read_text(), re.MULTILINE)
    assert words
    args = parse(words[1].split()[3:])
    assert (args.tls, args.tls_port, args.mdns, args.port) == ([], 8443, True, 8001)


@pytest.mark.parametrize(
    ("words", "key"),
    [(("--user", "nobody2"), "service.no_user"), (("--port", "0"), "service.bad_port")],
)
def test_value_that_systemd_cannot_read_is_not_installed(
    root: Root, words: tuple[str, ...], key: str
) -> None:
    with pytest.raises(Refused, match=re.escape(key)):
        root.run("install", *words)
    assert not root.unit.exists()


def test_missing_packages_for_https_and_mdns_are_reported_before(root: Root) -> None:
    (root.bin / "openssl").unlink()
    with pytest.raises(Refused, match=r"tls\.no_openssl"):
        root.run("install", "--tls")
    shutil.rmtree(root.modules)
    with pytest.raises(Refused, match=r"service\.no_mdns"):
        root.run("install", "--mdns")
    assert not root.unit.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_mdns_library_is_installed_from_the_lock_file(language: str) -> None:
    said = sentence("service.no_mdns", {}, language)
    lock = re.search(r"pip install --require-hashes -r (\S+?),", said)
    assert lock
    assert "\nzeroconf==" in (ROOT / lock[1]).read_text()


def test_unit_that_does_not_start_is_reported(root: Root) -> None:
    (root.bin / "systemctl").write_text("#!/bin/sh\necho Job failed. >&2\nexit 1\n")
    with pytest.raises(Refused) as refused:
        root.run("install", live=True)
    assert (refused.value.key, refused.value.params["detail"]) == ("service.refused", "Job failed.")
    (root.bin / "systemctl").unlink()
    with pytest.raises(Refused, match=r"service\.no_systemd"):
        root.run("install", live=True)


def test_table_toml_in_this_folder_is_used(root: Root, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('[[seat]]\ncolour = "red"\n')
    root.run("install")
    assert f"--table {tmp_path}/table.toml\n" in root.unit.read_text()


def test_the_table_in_etc_is_used_where_none_is_in_this_folder(
    root: Root, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "etc" / "table.toml"
    monkeypatch.setattr("companion.table_file.file.INSTALLED", installed)
    assert chosen(None, simulate=False) == phones_only()
    installed.parent.mkdir()
    installed.write_text('[[seat]]\ncolour = "purple"\n')
    assert chosen(None, simulate=False).file == str(installed)
    (tmp_path / "table.toml").write_text('[[seat]]\ncolour = "red"\n')
    assert chosen(None, simulate=False).file == "table.toml"


def test_the_example_table_is_never_used_by_default(root: Root, tmp_path: Path) -> None:
    shutil.copy(ROOT / EXAMPLE, tmp_path)
    root.run("install")
    assert "--table" not in root.unit.read_text()
    assert chosen(None, simulate=False) == phones_only()
    assert "/table.toml" in (ROOT / ".gitignore").read_text().split(), "the owner's, never ours"


def test_a_wrong_table_is_not_installed(root: Root, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[[seat]]\nlegs = 4\n")
    with pytest.raises(ConfigError):
        root.run("install")
    assert not root.unit.exists()


def test_the_unit_lists_only_existing_groups(root: Root) -> None:
    """systemd does not start a unit with an unknown group."""
    root.run("install")
    assert "SupplementaryGroups=dialout gpio\n" in root.unit.read_text()


def test_the_unit_does_not_hide_devices(root: Root) -> None:
    """Field report 105, hardware.md section 5: settings that must not be set."""
    root.run("install")
    text = root.unit.read_text()
    for hides in ("PrivateDevices", "ProtectClock", "DynamicUser", "DevicePolicy"):
        assert hides not in text


def test_the_backup_stick_is_writable(root: Root, tmp_path: Path) -> None:
    table = tmp_path / "stick.toml"
    table.write_text('[table]\nbackup = "/media/my stick"\n')
    root.run("install", "--table", str(table))
    assert 'ReadWritePaths="-/media/my stick"\n' in root.unit.read_text()


def test_unit_that_ended_with_a_wrong_table_is_not_restarted(root: Root) -> None:
    """After anything else it is restarted: a bug, a taken port, a full disk."""
    root.run("install")
    text = root.unit.read_text()
    assert f"RestartPreventExitStatus=2 {os.EX_CONFIG}\n" in text
    assert "Restart=always\n" in text


def test_show_says_why_the_unit_does_not_start(root: Root) -> None:
    root.run("install")
    told = "ActiveState=failed\\nStatusText=t.toml, line 9: no.\\n"
    (root.bin / "systemctl").write_text(f"#!/bin/sh\nprintf '{told}'\n")
    assert root.run("show")[1] == "companion.service does not start: t.toml, line 9: no.\n"


def test_show_prints_the_installed_unit_or_the_one_to_install(root: Root) -> None:
    out, err = root.run("show")
    assert "Type=notify" in out
    assert "ID_MM_DEVICE_IGNORE" in out
    assert "not installed" in err
    root.run("install")
    root.unit.write_text(root.unit.read_text() + "# mine\n")
    out, err = root.run("show")
    assert "# mine" in out
    assert "is installed and running" in err


def test_removing_without_installing_is_refused(root: Root) -> None:
    with pytest.raises(Refused, match=r"service\.not_installed"):
        root.run("remove")


def test_an_unwritable_root_is_refused_with_the_cure(
    root: Root, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path, text: str) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", forbidden)
    with pytest.raises(Refused, match=r"service\.needs_root"):
        root.run("install")


def test_root_keeps_its_capabilities(root: Root) -> None:
    root.run("install")
    assert "CapabilityBoundingSet" in root.unit.read_text()
    root.run("install", "--user", "root")
    assert "CapabilityBoundingSet" not in root.unit.read_text()


@by_systemd
def test_systemd_verifies_the_unit(root: Root) -> None:
    root.run("install", "--user", "root")
    judged = subprocess.run(
        [str(ANALYZE), "verify", str(root.unit)], capture_output=True, text=True, check=False
    )
    ours = [line for line in judged.stderr.splitlines() if "companion" in line]
    assert (judged.returncode, ours) == (0, [])


@by_systemd
def test_systemd_rates_the_unit_as_secure(root: Root) -> None:
    root.run("install")
    judged = subprocess.run(
        [str(ANALYZE), "security", "--offline=true", str(root.unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    exposure = re.search(r"Overall exposure level for .*: ([\d.]+)", judged.stdout)
    assert exposure, judged.stderr
    assert float(exposure[1]) < 5


def test_dark_without_a_strip_does_nothing(tmp_path: Path) -> None:
    args = parse(["service", "dark"])
    args.lang = "en"
    assert unit.dark(args, io.StringIO()) == 0


def test_a_strip_that_cannot_be_darkened_is_reported(tmp_path: Path) -> None:
    """This machine has no strip, so the command reports the reason and ends."""
    table = tmp_path / "table.toml"
    table.write_text('[strip]\npin = "D18"\npixels = 8\nsegments = [[1, 0, 8]]\n')
    args = parse(["service", "dark", "--table", str(table)])
    args.lang = "en"
    err = io.StringIO()
    assert unit.dark(args, err) == 1
    assert err.getvalue().strip()


def test_every_udev_rule_is_valid() -> None:
    """Check keys, operators and quotes of each line against udev(7)."""
    rule = re.compile(r'(?:[A-Z_]+(?:\{\w+\})?(?:==|!=|\+=|=)"[^"]*"(?:, |$))+')
    for line in unit.RULES_TEXT.splitlines():
        assert line.startswith("#") or rule.fullmatch(line), line
