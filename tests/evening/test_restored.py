"""Restoring a backup with one button while the service runs, also with a bad stick."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.evening.script import Script, options
from tests.evening.service import Phone, Service, Stream, companion

SCRIPT = Script(options((1, 3, 5)), 1)


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[tuple[Service, Path]]:
    """A service whose backup stick is not plugged in yet."""
    place = tmp_path / "stick"
    words = ("--simulate", "--backup", str(place), "--tape", str(tmp_path / "evening.tape"))
    running = Service(tmp_path / "data", *words)
    try:
        yield running.start(), place
    finally:
        running.stop()


def begin(phone: Phone, acts: int) -> None:
    """Play a race of this many acts."""
    assert phone.post("/races", game="snow_tails", options=SCRIPT.options).status == 200
    for act in SCRIPT.acts[:acts]:
        assert phone.act(act).status == 200


def acts(phone: Phone) -> list[Any]:
    """The acts of the race on the table."""
    race = phone.get("/state")["race"]["id"]
    return [entry["act"] for entry in phone.get(f"/races/{race}/export")["acts"]]


def test_a_backup_is_restored_by_a_button_and_phones_reconnect(
    stick: tuple[Service, Path],
) -> None:
    service, place = stick
    host, watcher = Phone(service), Phone(service)
    begin(host, 12)
    before = acts(host)
    assert host.post("/backups").status == 200
    (first, *_) = host.get("/backups")["backups"]
    for act in SCRIPT.acts[12:16]:
        assert host.act(act).status == 200
    assert watcher.post("/backups/restore", file=first["file"]).status == 403
    no = host.post("/backups/restore", file="../companion.db")
    assert (no.status, no.body["error"]["key"]) == (409, "backups.no_such")
    key = host.key()
    stream = Stream(service)
    assert host.post("/backups/restore", file=first["file"], key=key).status == 200
    with pytest.raises(AssertionError):
        stream.until(lambda live: False)
    stream.close()
    service.await_start(2)
    assert host.post("/backups/restore", file=first["file"], key=key).status == 200
    assert acts(host) == before
    assert host.act(SCRIPT.acts[12]).status == 200
    assert place.with_name("evening-2.tape").exists()
    assert 16 in [backup["acts"] for backup in host.get("/backups")["backups"]]


def test_a_missing_stick_is_reported_and_used_once_plugged_in(
    stick: tuple[Service, Path],
) -> None:
    service, place = stick
    host = Phone(service)
    service.await_line("stick")
    stream = Stream(service)
    stream.until(lambda live: any(str(place) in notice["text"] for notice in live["notices"]))
    stream.close()
    assert any(str(place) in fault for fault in host.get("/backups")["faults"])
    place.mkdir()
    begin(host, 3)
    assert host.post("/backups").status == 200
    assert host.get("/backups")["faults"] == []
    service.stop()
    listed = companion("backups", "--data", str(service.data), "--backup", str(place))
    assert [path.name for path in place.iterdir()] == [listed.stdout.split()[0]]
