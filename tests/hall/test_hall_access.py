"""`companion hall access` with real brokers: what each role may do, and who is let in at all."""

import json
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from socket import create_connection

import pytest
from guarded import GuardedBroker

from companion.__main__ import main
from companion.table_file.file import load
from tests.hall_link.nats import Nats
from tests.patience import PATIENCE_S

PUBLIC = ("status", "state", "acts", "results", "events")
KINDS = (*PUBLIC, "answers", "commands", "buttons")
USERS = {
    "kitchen": ("table", "--hall", "club", "--home-assistant"),
    "window": ("table", "--hall", "club"),
    "attic": ("table", "--hall", "other"),
    "club-hall": ("hall", "--hall", "club"),
    "other-hall": ("hall", "--hall", "other"),
    "wall": ("spectator", "--hall", "club"),
    "ha": ("home-assistant", "--hall", "club"),
}


def topics(table: str, *kinds: str) -> set[str]:
    return {f"sled/{table}/{kind}" for kind in kinds}


def found(table: str) -> str:
    return f"homeassistant/device/sled-{table}/config"


KITCHEN, WINDOW, ATTIC = "club/kitchen", "club/window", "other/attic"
FOUND = {found("club-kitchen"), found("club-window"), found("other-attic")}
GREETING = "homeassistant/status"
COMMANDS = topics(KITCHEN, "commands") | topics(WINDOW, "commands")
EVERYTHING = {
    *topics(KITCHEN, *KINDS),
    *topics(WINDOW, *KINDS),
    *topics(ATTIC, *KINDS),
    *FOUND,
    GREETING,
    "sled/club",
    "elsewhere",
}
WILD = ("#", "sled/#", "$MQTT/sub/#")
"""The last: where NATS itself hands over what others get."""

WRITES = {
    "kitchen": topics(KITCHEN, *PUBLIC, "answers") | {found("club-kitchen")},
    "window": topics(WINDOW, *PUBLIC, "answers"),
    "attic": topics(ATTIC, *PUBLIC, "answers"),
    "club-hall": COMMANDS,
    "other-hall": topics(ATTIC, "commands"),
    "wall": set(),
    "ha": topics(KITCHEN, "buttons") | topics(WINDOW, "buttons") | {GREETING},
}
READS = {
    "kitchen": topics(KITCHEN, "commands", "buttons"),
    "window": topics(WINDOW, "commands", "buttons"),
    "attic": topics(ATTIC, "commands", "buttons"),
    "club-hall": topics(KITCHEN, *PUBLIC, "answers") | topics(WINDOW, *PUBLIC, "answers"),
    "other-hall": topics(ATTIC, *PUBLIC, "answers"),
    "wall": topics(KITCHEN, *PUBLIC) | topics(WINDOW, *PUBLIC),
    "ha": topics(KITCHEN, "status", "state", "events")
    | topics(WINDOW, "status", "state", "events")
    | FOUND
    | {GREETING},
}


@pytest.fixture(
    params=[
        pytest.param("mosquitto", marks=pytest.mark.mosquitto),
        pytest.param("nats", marks=pytest.mark.nats),
    ]
)
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GuardedBroker]:
    made = GuardedBroker(tmp_path, request.param, USERS)
    with made.process:
        yield made


def test_each_role_writes_and_reads_what_it_should_and_nothing_else(broker: GuardedBroker) -> None:
    """Everybody subscribes to everything and writes everywhere."""
    with ExitStack() as opened:
        guests = {
            user: opened.enter_context(broker.guest(user, *WILD, *EVERYTHING)) for user in USERS
        }
        for user, guest in guests.items():
            for topic in sorted(EVERYTHING):
                guest.send(topic, user)
        due = {
            reader: {(t, user) for user in USERS for t in WRITES[user] & READS[reader]}
            for reader in USERS
        }
        for reader, guest in guests.items():
            guest.await_all(due[reader])
        for last in ("kitchen", "window", "attic", "club-hall", "other-hall", "ha"):
            for topic in WRITES[last]:
                guests[last].send(topic, "last")
        for reader, guest in guests.items():
            guest.await_text("last")
            assert {one for one in guest.came if one[1] != "last"} == due[reader], reader


@pytest.mark.nats
def test_a_password_opens_nats_only_for_mqtt(tmp_path: Path) -> None:
    """Its own protocol would show what NATS hands over to others."""
    broker = GuardedBroker(tmp_path, "nats", USERS)
    assert isinstance(broker.process, Nats)
    who = {"user": "kitchen", "pass": broker.passwords["kitchen"], "verbose": True}
    with broker.process, create_connection(("127.0.0.1", broker.process.own_port)) as nats:
        nats.settimeout(PATIENCE_S)
        with nats.makefile("rw", newline="\r\n") as lines:
            assert lines.readline().startswith("INFO ")
            lines.write(f"CONNECT {json.dumps(who)}\r\nPING\r\n")
            lines.flush()
            assert lines.readline() == "-ERR 'Authorization Violation'\r\n"


def test_a_removed_user_is_cut_off_and_a_renewed_one_needs_its_new_password(
    broker: GuardedBroker,
) -> None:
    """From the broker's reload on. Strangers are never let in."""
    assert not broker.lets_in("kitchen", "wrong")
    assert not broker.lets_in("stranger", "x")
    old = dict(broker.passwords)
    with broker.guest("kitchen") as stolen, broker.guest("window") as window:
        broker.access("remove", "kitchen")
        broker.access("renew", "window")
        assert broker.lets_in("kitchen")
        assert broker.lets_in("window", old["window"])
        broker.process.reload()
        assert stolen.gone.wait(PATIENCE_S)
        assert window.gone.wait(PATIENCE_S)
    assert not broker.lets_in("kitchen")
    assert not broker.lets_in("window", old["window"])
    assert broker.lets_in("window")
    assert broker.lets_in("attic", old["attic"])


def test_without_users_nobody_is_let_in(broker: GuardedBroker) -> None:
    for user in USERS:
        broker.access("remove", user)
    with broker.guest("kitchen") as guest:
        broker.process.reload()
        assert guest.gone.wait(PATIENCE_S)
    assert broker.access("list") == ""
    assert not broker.lets_in("kitchen")
    assert not broker.lets_in("")


def test_no_password_is_kept_and_only_the_owner_reads_the_files(tmp_path: Path) -> None:
    broker = GuardedBroker(tmp_path, "mosquitto", USERS)
    files = list(broker.folder.iterdir())
    assert len(set(broker.passwords.values())) == len(USERS)
    assert stat.S_IMODE(broker.folder.stat().st_mode) == 0o700
    for file in files:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert not [word for word in broker.passwords.values() if word in file.read_text()]
    assert {file.name for file in files} == {
        "mosquitto-passwords", "mosquitto-rights", "nats-users.conf", "users.json",
    }  # fmt: skip


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_what_root_writes_belongs_to_the_folders_owner(tmp_path: Path) -> None:
    """The broker's user: brokers give root's rights up before they read the files."""
    folder = tmp_path / "access"
    folder.mkdir(mode=0o700)
    shutil.chown(folder, "nobody")
    assert run("add", "table", "t1", "--hall", "club", "--folder", str(folder)) == 0
    assert {file.owner() for file in folder.iterdir()} == {"nobody"}


def run(*words: str) -> int:
    return main(["hall", "access", *words])


def test_a_table_gets_its_lines_for_table_toml(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ready to paste; with a file for the password they name it."""
    words = ("--broker", "mqtts://b:1", "--folder", str(tmp_path / "access"))
    assert run("add", "table", "t1", "--hall", "club", "--home-assistant", *words) == 0
    toml = tmp_path / "table.toml"
    toml.write_text("[[seat]]\n[[seat]]\n" + capsys.readouterr().out)
    hall = load(toml).hall
    assert hall
    assert (hall.host, hall.port, hall.tls, hall.hall, hall.table) == ("b", 1, True, "club", "t1")
    assert (hall.user, hall.home_assistant, len(hall.password)) == ("t1", True, 32)
    secret = tmp_path / "secret"
    assert run("renew", "t1", "--password-file", str(secret), *words) == 0
    printed = capsys.readouterr().out
    assert f'password_file = "{secret}"' in printed.splitlines()
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    renewed = secret.read_text().strip()
    assert len(renewed) == 32
    assert renewed != hall.password
    assert renewed not in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "table", "t1", "--hall", "club"), "There is a user t1 already"),
        (("add", "table", "a/b", "--hall", "club"), "a/b"),
        (("add", "hall", "h", "--hall", "+"), "+"),
        (("add", "table", "t2", "--hall", "club", "--broker", "nonsense"), "--broker needs"),
        (("renew", "t2"), "There is no user t2"),
        (("remove", "t2"), "There is no user t2"),
        (("add", "table", "t2", "--hall", "club", "--password-file", "/no/such/file"), "/no/such"),
        (("renew", "t1", "--password-file", "/no/such/file"), "/no/such"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANG", "C")
    folder = tmp_path / "access"
    assert run("add", "table", "t1", "--hall", "club", "--folder", str(folder)) == 0
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    capsys.readouterr()
    assert run(*words, "--folder", str(folder)) == 1
    assert said in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_a_damaged_list_of_users_is_named_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "users.json"
    file.write_text('[{"name": "t1"}]')
    assert run("add", "table", "t2", "--hall", "club", "--folder", str(tmp_path)) == 1
    assert str(file) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file]
