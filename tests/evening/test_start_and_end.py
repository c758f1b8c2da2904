"""The service's start under faults, and its end."""

import resource
import shutil
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES, history
from tests.evening.outside import OutsideRoom
from tests.evening.script import Script, options
from tests.evening.service import Phone, Service, Stream, companion
from tests.patience import PATIENCE_S, Pace

END_S = 4.0
"""Seconds until the service has ended (tests/patience.py); usually 2."""

PAGE = 4096
DAMAGED = "The saved file was damaged"


def play(host: Phone, seed: int, most: int = 400) -> list[Any]:
    """Play a race on a phone; returns its stored acts."""
    script = Script(options((1, 3, 5)), seed)
    answer = host.post("/races", game="snow_tails", options=script.options)
    assert answer.status == 200, answer
    for act in script.acts[:most]:
        assert host.act(act).status == 200
    return kept(host, answer.body["id"])


def kept(host: Phone, race: int) -> list[Any]:
    return list(host.get(f"/races/{race}/export")["acts"])


def one_sentence(said: str) -> bool:
    """Whether the output is one sentence, not a traceback."""
    lines = said.strip().splitlines()
    return len(lines) == 1 and lines[0].endswith(".") and "Traceback" not in said


def test_a_low_file_limit_still_admits_phones(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--simulate")
    service.program = ["sh", "-c", 'ulimit -n 128; exec "$0" "$@"', *service.program]
    service.start()
    phones = [Phone(service) for _ in range(3)]
    assert [phone.get("/me")["host"] for phone in phones] == [True, False, False]
    assert service.stop() == 0


def test_a_damaged_page_fails_only_the_posts_that_need_it(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--simulate").start()
    host = Phone(service)
    act = {"act": "correct", "seat": 1, "set": {"left": 2}}
    race = {"game": "snow_tails", "options": options((1, 3, 5))}
    assert host.post("/races", **race).status == 200
    assert host.post("/acts", key="old", act=act).status == 200
    assert service.stop() == 0
    service.start()
    lose_page(service.data / "companion.db", "sqlite_autoindex_answer_1")
    answer = host.post("/acts", key="old", act=act)
    assert (answer.status, answer.body["error"]["key"]) == (503, "store.unreadable")
    told = [notice["key"] for notice in host.get("/state")["notices"]]
    # The backup at the start may find the damage, too, before the post or after it.
    assert [key for key in told if key != "backups.failed"][-1:] == ["store.unreadable"]
    assert host.get("/health")["ok"]
    assert host.post("/seats/1/press", button="event", hold=True).status == 200
    assert service.stop() == 0


def lose_page(file: Path, name: str) -> None:
    """Zero the first page of this table or index."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        [page] = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name])
    with file.open("r+b") as damaged:
        damaged.seek((page[0] - 1) * PAGE)
        damaged.write(bytes(PAGE))


def test_a_port_in_use_is_reported_in_one_sentence(service: Service, tmp_path: Path) -> None:
    port = str(service.port)
    words = ("--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "other"))
    second = companion("run", "--simulate", *words)
    assert second.returncode == 1
    assert one_sentence(second.stderr)
    assert port in second.stderr


def test_a_foreign_address_is_reported_in_one_sentence(tmp_path: Path) -> None:
    words = ("--host", "203.0.113.7", "--port", "0", "--data", str(tmp_path))
    foreign = companion("run", "--simulate", *words)
    assert foreign.returncode == 1
    assert one_sentence(foreign.stderr)


def test_a_second_copy_on_the_same_data_is_reported_in_one_sentence(service: Service) -> None:
    words = ("--host", "127.0.0.1", "--port", "0", "--data", str(service.data))
    second = companion("run", "--simulate", *words)
    assert second.returncode == 1
    assert one_sentence(second.stderr)
    assert str(service.data) in second.stderr
    assert Phone(service).get("/health")["ok"]


def test_an_unwritable_data_directory_is_reported_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no directory")
    words = ("--host", "127.0.0.1", "--port", "0", "--data", str(file / "data"))
    nowhere = companion("run", "--simulate", *words)
    assert nowhere.returncode == 1
    assert one_sentence(nowhere.stderr)


@pytest.fixture(scope="module")
def two_races(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, list[Any]]]:
    """The data folder of an ended service with two races, and their acts."""
    service = Service(tmp_path_factory.mktemp("races") / "data", "--simulate").start()
    host = Phone(service)
    races = {race: play(host, race) for race in (1, 2)}
    assert service.stop() == 0
    return service.data, races


@pytest.fixture
def stopped(two_races: tuple[Path, dict[int, list[Any]]], tmp_path: Path) -> Iterator[Service]:
    """A service that is not running, on a copy of that folder."""
    service = Service(shutil.copytree(two_races[0], tmp_path / "data"), "--simulate")
    yield service
    service.stop()


@pytest.mark.parametrize(
    "where",
    ["middle", *(pytest.param(page, marks=pytest.mark.slow) for page in ("first", "last"))],
)
def test_a_damaged_file_is_reported_moved_aside_and_recovered(
    stopped: Service, two_races: tuple[Path, dict[int, list[Any]]], where: str
) -> None:
    service, (_, races) = stopped, two_races
    file = service.data / "companion.db"
    pages = file.stat().st_size // PAGE
    page = {"first": 0, "middle": pages // 2, "last": pages - 1}[where]
    with file.open("r+b") as stream:
        stream.seek(page * PAGE)
        stream.write(Random(where).randbytes(PAGE))
    damaged = file.read_bytes()
    service.start()
    said = next(line for line in service.said if DAMAGED in line)
    assert "companion.db.damaged-1" in said
    assert (service.data / "companion.db.damaged-1").read_bytes() == damaged
    again = Phone(service)
    found = {race["id"]: kept(again, race["id"]) for race in again.get("/races")["races"]}
    for race, acts in found.items():
        assert acts == races[race][: len(acts)]
    acts_found = sum(map(len, found.values()))
    assert acts_found > 50
    assert f"{len(found)} races with {acts_found} acts" in said
    live = again.get("/state")
    shown = found[live["race"]["id"]]
    game = GAMES["snow_tails"]
    race = history.replay(game, live["race"]["options"], [entry["act"] for entry in shown])
    assert live["state"]["seats"] == list(game.view(race.state).state["seats"])
    service.stop()
    service.start()
    assert not any(DAMAGED in line for line in service.said)


@pytest.mark.parametrize("end", [Service.stop, Service.kill])
def test_a_file_that_is_not_a_database_is_moved_aside(
    service: Service, end: Callable[[Service], object]
) -> None:
    end(service)
    file = service.data / "companion.db"
    junk = Random(1).randbytes(3 * PAGE)
    file.write_bytes(junk)
    service.start()
    said = next(line for line in service.said if DAMAGED in line)
    assert "0 races with 0 acts" in said
    assert (service.data / "companion.db.damaged-1").read_bytes() == junk
    assert play(Phone(service), 1, most=5)


def test_a_full_disk_is_reported_and_unsaved_acts_are_not_shown(service: Service) -> None:
    host = Phone(service)
    before = play(host, 1, most=7)
    state = host.get("/state")["state"]
    assert service.process
    size = max(file.stat().st_size for file in service.data.iterdir())
    _, most = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (size, most))
    act = {"act": "correct", "seat": 1, "set": {"dents": 1}}
    answers = [host.act(act, key=f"full-{n}") for n in range(3)]
    assert answers[-1].status == 503, answers
    assert answers[-1].body["error"]["text"].endswith(".")
    accepted = sum(answer.status == 200 for answer in answers)
    assert len(kept(host, 1)) == len(before) + accepted
    if not accepted:
        assert host.get("/state")["state"] == state
    resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (most, most))
    assert host.act({"act": "correct", "seat": 1, "set": {"dents": 2}}).status == 200
    service.restart()
    assert len(kept(host, 1)) == len(before) + accepted + 1


def test_an_end_during_the_start_is_clean(service: Service) -> None:
    assert service.stop() == 0
    assert [service.start().stop() for _ in range(2)] == [0, 0]
    assert not (service.data / "companion.db-wal").exists()


@pytest.mark.parametrize(
    "sign", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_the_service_ends_in_time_with_dark_strips_and_all_acts_stored(
    outside: tuple[Service, OutsideRoom], sign: signal.Signals
) -> None:
    service, room = outside
    host = Phone(service)
    stream = Stream(service)
    acts = play(host, 1, most=8)
    stream.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
    for seat in stream.live["up"]:
        room.await_light(seat)
    process = service.process
    assert process
    with Pace() as pace:
        process.send_signal(sign)
        assert process.wait(PATIENCE_S) == 0
    assert pace.took_s <= pace.allows(END_S)
    for seat, cable in room.cables.items():
        room.await_dark(seat)
        assert set(cable.last("PIXELS")[-1].partition("*")[0]) == {"0"}
    with pytest.raises(AssertionError, match="ended"):
        stream.until(lambda live: False)
    stream.close()
    service.start()
    assert kept(host, 1) == acts
    for seat in host.get("/state")["up"]:
        room.await_light(seat)


def test_open_connections_do_not_delay_the_end(service: Service) -> None:
    idle = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(3)]
    slow = socket.create_connection(("127.0.0.1", service.port))
    slow.sendall(b"POST /api/v1/acts HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
    streams = [Stream(service) for _ in range(3)]
    process = service.process
    assert process
    with Pace() as pace:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    assert pace.took_s <= pace.allows(END_S)
    for stream in streams:
        stream.close()
    for connection in (*idle, slow):
        connection.close()
