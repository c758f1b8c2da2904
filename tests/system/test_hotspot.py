"""The hotspot against a stand-in nmcli that keeps connections as NetworkManager does.

It has not been tried on a Pi's radio yet; these tests cover nmcli's arguments and answers.
"""

import io
import json
import stat
import sys
from pathlib import Path

import pytest

from companion.__main__ import parse
from companion.cli.hotspot import hotspot
from companion.doctor.machine import Machine
from companion.errors import Refused
from companion.system.hotspot import DNSMASQ, LETTERS, standing

NMCLI = """#!{python}
import json, pathlib, sys
state = pathlib.Path({state!r})
known = json.loads(state.read_text()) if state.exists() else {{}}
words = sys.argv[1:]
terse = words[:1] == ["-s"]
fields = words[2].split(",") if terse else []
words = words[3:] if terse else words
words = words[2:] if words[:1] == ["--wait"] else words
match words:
    case ["connection", "show", name]:
        if name not in known:
            sys.exit(f"Error: {{name}} - no such connection profile.")
        for field in fields:
            print(known[name].get(field, "").replace("\\\\", "\\\\\\\\").replace(":", "\\\\:"))
    case ["connection", "add", *pairs]:
        told = dict(zip(pairs[::2], pairs[1::2], strict=True))
        told["802-11-wireless.ssid"] = told["ssid"]
        told["connection.interface-name"] = told["ifname"]
        known[told["con-name"]] = told
    case ["connection", "up", name]:
        if known[name]["ifname"] != "wlan0":
            sys.exit("Error: Connection activation failed: No suitable device found.")
        known[name]["up"] = "yes"
    case ["connection", "delete", name]:
        if known.pop(name, None) is None:
            sys.exit(f"Error: unknown connection '{{name}}'.")
    case _:
        sys.exit(f"Error: argument '{{words}}' is unknown.")
state.write_text(json.dumps(known))
"""


class Manager:
    """A stand-in NetworkManager, and the command run with it."""

    def __init__(self, folder: Path):
        self.state = folder / "connections.json"
        self.machine = Machine(folder, {"PATH": str(folder)})
        nmcli = folder / "nmcli"
        nmcli.write_text(NMCLI.format(python=sys.executable, state=str(self.state)))
        nmcli.chmod(nmcli.stat().st_mode | stat.S_IXUSR)

    def run(self, *words: str) -> str:
        args = parse(["hotspot", *words])
        args.lang = "en"
        out = io.StringIO()
        assert hotspot(args, out, out, self.machine) == 0
        return out.getvalue()

    @property
    def connection(self) -> dict[str, str]:
        return json.loads(self.state.read_text())["companion-hotspot"]  # type: ignore[no-any-return]


@pytest.fixture
def manager(tmp_path: Path) -> Manager:
    return Manager(tmp_path)


def test_on_makes_an_access_point_with_dhcp(manager: Manager) -> None:
    said = manager.run("on", "--name", "Kitchen: 5 dogs", "--password", "husky\\:2026")
    told = manager.connection
    assert told["802-11-wireless.mode"] == "ap"
    assert told["ipv4.method"] == "shared"
    assert told["802-11-wireless-security.key-mgmt"] == "wpa-psk"
    assert told["autoconnect"] == told["up"] == "yes"
    assert "http://10.42.0.1" in said
    assert standing(manager.machine) == ("Kitchen: 5 dogs", "husky\\:2026", "wlan0")


def test_a_random_password_is_printed_and_kept(manager: Manager) -> None:
    manager.run("on")
    name, password, _ = standing(manager.machine) or ("", "", "")
    assert name == "Sled Companion"
    assert len(password) == 10
    assert set(password) <= set(LETTERS)
    assert password in manager.run("on", "--name", "Other")
    assert standing(manager.machine) == ("Other", password, "wlan0")


def test_off_removes_the_hotspot(manager: Manager) -> None:
    manager.run("on")
    manager.run("off")
    assert standing(manager.machine) is None


def test_the_hotspot_answers_the_names_of_internet_checks(manager: Manager) -> None:
    file = manager.machine.path(DNSMASQ)
    said = manager.run("on")
    lines = file.read_text().splitlines()
    assert {"address=/captive.apple.com/10.42.0.1"} < set(lines)
    assert "address=/dns.msftncsi.com/131.107.255.255" in lines
    assert not [line for line in lines if "www.google.com" in line or "www.apple.com" in line]
    assert "stay connected" in said
    manager.run("on", "--name", "Other")
    assert file.read_text().splitlines() == lines
    manager.run("off")
    assert not file.exists()


def test_without_the_right_to_write_sudo_is_named(manager: Manager) -> None:
    (manager.machine.root / "etc").write_text("no folder")
    with pytest.raises(Refused, match=r"hotspot\.not_written"):
        manager.run("on")
    assert not manager.state.exists()


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["on", "--password", "short"], r"hotspot\.bad_password"),
        (["on", "--password", "schlittenhündin"], r"hotspot\.bad_password"),
        (["on", "--name", "x" * 33], r"hotspot\.bad_name"),
        (["on", "--interface", "eth0"], r"hotspot\.refused"),
        (["off"], r"hotspot\.refused"),
    ],
)
def test_invalid_hotspot_is_refused(manager: Manager, words: list[str], key: str) -> None:
    with pytest.raises(Refused, match=key):
        manager.run(*words)


def test_a_refused_change_leaves_the_hotspot_as_it_was(manager: Manager) -> None:
    manager.run("on", "--name", "Kitchen", "--password", "husky2026")
    before = manager.connection
    with pytest.raises(Refused, match=r"hotspot\.refused"):
        manager.run("on", "--name", "Other", "--interface", "eth0")
    assert manager.connection == before
    assert manager.machine.path(DNSMASQ).exists()


@pytest.mark.parametrize("fault", ["no Wi-Fi device", "no NetworkManager"])
def test_a_hotspot_that_does_not_open_leaves_nothing_behind(manager: Manager, fault: str) -> None:
    if fault == "no NetworkManager":
        (manager.state.parent / "nmcli").unlink()
    with pytest.raises(Refused):
        manager.run("on", "--interface", "eth0")
    assert standing(manager.machine) is None
    assert not manager.machine.path(DNSMASQ).exists()


def test_error_of_networkmanager_is_passed_on(manager: Manager) -> None:
    with pytest.raises(Refused) as refused:
        manager.run("on", "--interface", "eth0")
    assert "No suitable device" in refused.value.params["detail"]


def test_without_networkmanager_the_cure_is_reported(manager: Manager) -> None:
    (manager.state.parent / "nmcli").unlink()
    with pytest.raises(Refused, match=r"hotspot\.no_nmcli"):
        manager.run("on")
