"""A table and a hall at an encrypted broker with a private authority, each with its own rights."""

from pathlib import Path
from typing import Any

import pytest
from guarded import GuardedBroker

from companion.server.certificate import Authority
from tests.evening.service import Phone, Service, request
from tests.patience import until

pytestmark = pytest.mark.openssl

BROKERS = [
    pytest.param("mosquitto", marks=pytest.mark.mosquitto),
    pytest.param("nats", marks=pytest.mark.nats),
]
USERS = {"t1": ("table", "--hall", "club"), "hall": ("hall", "--hall", "club")}
SEATS = [
    {"seat": seat, "name": name, "colour": colour, "place": seat}
    for seat, name, colour in ((1, "Ada", "red"), (2, "Ben", "blue"))
]
RACE = {"game": "snow_tails", "options": {"seats": SEATS, "limits": [4, 3]}}


class Hall(Service):
    """A process of `companion hall`."""

    command = "hall"


def get(service: Service, path: str) -> Any:
    return request(service, "GET", f"/api/v1{path}").body


class Evening:
    """A table and a hall at a broker with a certificate of `authority`, who trust `trusted`."""

    def __init__(self, folder: Path, kind: str, authority: Authority, trusted: Authority):
        certificate = authority.sign("kitchen", [])
        self.broker = GuardedBroker(folder, kind, USERS, certificate)
        url = f"mqtts://localhost:{self.broker.process.port}"
        lines = self.broker.access("renew", "t1", "--broker", url)
        file = folder / "table.toml"
        file.write_text(f'[[seat]]\n[[seat]]\n{lines}ca = "{trusted.file}"\n')
        self.table = Service(folder / "table", "--simulate", "--table", str(file))
        secret = str(folder / "secret")
        self.broker.access("renew", "hall", "--password-file", secret)
        who = ("--hall", "club", "--user", "hall", "--password-file", secret)
        self.hall = Hall(folder / "hall", "--broker", url, "--ca", str(trusted.file), *who)

    def __enter__(self) -> "Evening":
        self.broker.process.start()
        self.hall.start()
        self.table.start()
        return self

    def __exit__(self, *more: object) -> None:
        self.table.stop()
        self.hall.stop()
        self.broker.process.kill()

    def shown(self) -> list[Any]:
        return list(get(self.hall, "/tables")["tables"])


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "authority", "kitchen")


def hears(service: Service) -> Any:
    """The service's connection to the broker, as its health says."""
    health = get(service, "/health")
    return health["broker"] if isinstance(service, Hall) else health["hall"]


@pytest.mark.parametrize("kind", BROKERS)
def test_a_race_and_a_command_pass_and_a_removed_table_plays_on_alone(
    kind: str, tmp_path: Path, authority: Authority
) -> None:
    with Evening(tmp_path, kind, authority, authority) as evening:
        table, hall = evening.table, evening.hall
        until(lambda: hears(table)["connected"] and hears(hall)["connected"])
        host = Phone(table)
        assert host.post("/races", **RACE).status == 200
        until(lambda: [one["stage"] for one in evening.shown()] == ["set_up"])
        director = Phone(hall)
        entered = director.post("/director", pin=hall.pin)
        director.cookie = entered.headers["set-cookie"].partition(";")[0]
        assert director.post("/tables/t1/commands", do="pause", on=True).status == 200
        until(lambda: [one["stage"] for one in evening.shown()] == ["break"])
        assert director.post("/tables/t1/commands", do="pause", on=False).status == 200
        until(lambda: hears(table)["waiting"] == 0)
        evening.broker.access("remove", "t1")
        evening.broker.process.reload()
        table.await_line("broker refuses the connection")
        assert host.act({"act": "tap", "seat": 1, "card": {"value": 1}}).status == 200
        until(lambda: hears(table)["waiting"] == 1)
        assert hears(hall)["connected"]


@pytest.mark.parametrize("kind", BROKERS)
def test_a_broker_of_another_authority_is_not_trusted(
    kind: str, tmp_path: Path, authority: Authority
) -> None:
    """Not even its name is told to it."""
    other = Authority(tmp_path / "other", "kitchen")
    with Evening(tmp_path, kind, authority, trusted=other) as evening:
        evening.table.await_line("certificate verify failed")
        evening.hall.await_line("certificate verify failed")
        assert not hears(evening.table)["connected"]
        assert not hears(evening.hall)["connected"]
        assert evening.shown() == []
