"""The hall on a real broker, with a real table and with payloads that no table sends."""

import json
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest
from reports import act, encoded, result, state, status

from companion.hall.store.store import HallStore
from tests.evening.service import Live, Phone, Service, Stream, companion, request
from tests.hall_link.mosquitto import KEEPS, Listener, Mosquitto
from tests.patience import until

pytestmark = pytest.mark.mosquitto

TOML = """
[table]
name = "Kitchen"
[[seat]]
[[seat]]
[hall]
broker = "mqtt://127.0.0.1:{port}"
hall = "club"
table = "t1"
names = true
"""
RACE = {
    "game": "snow_tails",
    "options": {
        "seats": [
            {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
            {"seat": 2, "name": "Ben", "colour": "blue", "place": 2},
        ],
        "limits": [4, 3],
    },
}


class Hall(Service):
    """A process of `companion hall`."""

    command = "hall"

    def __init__(self, data: Path, broker: Mosquitto, *words: str):
        super().__init__(
            data, "--broker", f"mqtt://127.0.0.1:{broker.port}", "--hall", "club", *words
        )

    def start(self) -> Self:
        """Start, and wait until it is at the broker: what is not retained could be missed."""
        super().start()
        until(lambda: self.get("/health")["broker"]["connected"])
        return self

    def get(self, path: str) -> Any:
        """The JSON of a path of the API."""
        return request(self, "GET", f"/api/v1{path}").body

    def follow(self) -> Stream:
        """The stream of all tables."""
        return Stream(self, "/stream?lang=en", "hall")

    def enter(self) -> Phone:
        """The director's browser."""
        director = Phone(self)
        assert director.post("/director", pin="x").body["error"]["key"] == "hall.wrong_pin"
        entered = director.post("/director", pin=self.pin)
        director.cookie = entered.headers["set-cookie"].partition(";")[0]
        return director


def at(stage: str) -> Callable[[Live], bool]:
    """Whether the only table is at this stage of its race."""
    return lambda shown: [table["stage"] for table in shown["tables"]] == [stage]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path, KEEPS.format(folder=tmp_path)) as broker:
        yield broker


@contextmanager
def running(service: Service) -> Iterator[None]:
    service.start()
    try:
        yield
    finally:
        service.stop()


def saved(data: Path) -> list[int]:
    """The saved acts of all races, in order."""
    store = HallStore.open(data)
    found = [one.place for one in store.results()]
    acts = [one.place.n for place in found for one in store.acts(place.store, place.race)]
    store.close()
    return acts


def tap(host: Phone, value: int) -> None:
    assert host.act({"act": "tap", "seat": 1, "card": {"value": value}}).status == 200


def test_a_race_is_shown_and_saved_once_though_hall_and_broker_die(
    tmp_path: Path, broker: Mosquitto
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TOML.format(port=broker.port))
    table = Service(tmp_path / "data", "--simulate", "--table", str(file))
    hall = Hall(tmp_path / "hall", broker)
    with running(hall), running(table):
        host, stream = Phone(table), hall.follow()
        assert host.post("/races", **RACE).status == 200
        tap(host, 1)
        (card,) = stream.until(at("racing"))["tables"]
        assert (card["title"], card["online"], card["game"]) == ("Kitchen", True, "snow_tails")
        assert [seat["name"] for seat in card["seats"]] == ["Ada", "Ben"]
        assert card["up"] == [1]
        assert Phone(hall).post("/tables/t1/commands", do="pause").status == 403
        director = hall.enter()
        assert director.post("/tables/t1/commands", do="pause", on=True).status == 200
        stream.until(at("break"))
        assert director.post("/tables/t1/commands", do="pause", on=False).status == 200
        stream.close()
        hall.kill()
        tap(host, 2)
        broker.kill()
        tap(host, 3)
        broker.start()
        hall.start()
        stream = hall.follow()
        assert host.act({"act": "end"}).status == 200
        stream.until(at("over"))
        last = host.get("/state")["race"]["acts"]
        table.kill()
        stream.until(lambda shown: not shown["tables"][0]["online"])
        stream.close()
    assert saved(tmp_path / "hall") == list(range(last + 1))


def refused(hall: Hall, cookie: dict[str, str]) -> list[tuple[str, int]]:
    """What the director's page counts, by table."""
    page = request(hall, "GET", "/director", None, cookie).body.decode()
    embedded = page.partition('id="now">')[2].partition("</script>")[0]
    return sorted((one["table"], one["count"]) for one in json.loads(embedded)["refused"])


def test_what_does_not_fit_is_counted_for_the_director_and_disturbs_nobody(
    tmp_path: Path, broker: Mosquitto
) -> None:
    hall = Hall(tmp_path / "hall", broker)
    name = "<script>alert(1)</script>"
    with Listener(broker) as tables:
        tables.send("sled/club/old/results", result(1), retain=True)
    with running(hall), Listener(broker) as tables:
        stream = hall.follow()
        tables.send("sled/club/t1/status", status(table=name), retain=True)
        tables.send("sled/club/t1/state", state())
        tables.send("sled/other/t1/acts", act(1))
        for payload in (b"nonsense", b"x" * 10_000_000, encoded(act(1, v=2))):
            tables.send("sled/club/bad/acts", payload)
        tables.send("sled/club/t1/acts", act(1))
        for _ in range(2):
            tables.send("sled/club/t1/results", result(1))
        live = stream.until(lambda shown: bool(shown["tables"] and shown["tables"][0]["seats"]))
        assert live["tables"][0]["title"] == name
        page = request(hall, "GET", "/tables/t1").body.decode()
        assert name not in page
        assert request(hall, "GET", "/api/v1/stream?director=1").status == 403
        cookie = {"Cookie": hall.enter().cookie}
        tables.send("sled/club/last/acts", b"")
        until(lambda: ("last", 1) in refused(hall, cookie))
        assert refused(hall, cookie) == [
            ("bad", 1),
            ("bad", 1),
            ("bad", 1),
            ("last", 1),
            ("old", 1),
        ]
        stream.close()
    assert saved(tmp_path / "hall") == [1]
    # The PIN and the cookies' secret are in it
    assert stat.S_IMODE((tmp_path / "hall").stat().st_mode) == 0o700


def test_a_second_hall_on_the_same_data_directory_is_refused(
    tmp_path: Path, broker: Mosquitto
) -> None:
    """The broker knows a hall by the id in this directory: two would drive each other away."""
    hall = Hall(tmp_path / "hall", broker)
    with running(hall):
        again = companion("hall", *hall.words, "--port", "0", "--data", str(hall.data))
    assert again.returncode == 1
    assert "already running" in again.stderr
