"""The service on a real broker: status, public state, and every act once."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from mosquitto import Listener, Mosquitto

from tests.evening.service import Phone, Service
from tests.patience import until

pytestmark = pytest.mark.mosquitto

TOML = """
[[seat]]
[[seat]]
[hall]
broker = "mqtt://127.0.0.1:{port}"
hall = "club"
table = "kitchen"
{more}
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
    "course": "Ada's garden",
}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


@contextmanager
def table(tmp_path: Path, broker: Mosquitto, more: str = "") -> Iterator[Service]:
    file = tmp_path / "table.toml"
    file.write_text(TOML.format(port=broker.port, more=more))
    service = Service(tmp_path / "data", "--simulate", "--table", str(file))
    try:
        yield service.start()
    finally:
        service.stop()


def tap(host: Phone, value: int) -> None:
    assert host.act({"act": "tap", "seat": 1, "card": {"value": value}}).status == 200


def numbers(acts: list[Any]) -> list[int]:
    return [act["n"] for act in acts]


def said(host: Phone) -> str:
    """The sentence about the hall on the pages."""
    return next(str(one["text"]) for one in host.get("/state")["devices"] if one["kind"] == "hall")


def health(host: Phone) -> Any:
    return host.get("/health")["hall"]


def test_a_race_reaches_the_hall_without_names(tmp_path: Path, broker: Mosquitto) -> None:
    with Listener(broker) as hall, table(tmp_path, broker) as service:
        assert hall.until("/status")["online"] is True
        host = Phone(service)
        assert host.post("/races", **RACE).status == 200
        for value in (1, 2, 3):
            tap(host, value)
        hall.until("/acts", lambda act: act["n"] == 3)
        acts = hall.on("/acts")
        assert numbers(acts) == [0, 1, 2, 3]
        assert acts[0]["options"]["limits"] == [4, 3]
        assert acts[3]["act"] == {"act": "tap", "seat": 1, "card": {"value": 3}}
        assert len({(act["store"], act["branch"], act["race"]) for act in acts}) == 1
        state = hall.until("/state", lambda state: state["race"] and state["race"]["n"] == 3)
        assert state["up"] == [1]
        assert state["state"]["seats"][0]["pending"]["value"] == 3
        assert {one["event_type"] for one in hall.on("/events")} == {"race_started", "turn"}
        assert "Ada" not in str(hall.came)
        until(lambda: health(host)["waiting"] == 0)
        assert health(host)["connected"] is True
    with Listener(broker) as late:
        assert late.until("/status") == {"v": 1, "online": False, "store": acts[0]["store"]}
        assert late.until("/state")["race"]["n"] == 3


def test_names_leave_with_the_owners_consent(tmp_path: Path, broker: Mosquitto) -> None:
    more = "names = true\nhome_assistant = true"
    with Listener(broker) as hall, table(tmp_path, broker, more) as service:
        host = Phone(service)
        host.post("/races", **RACE)
        tap(host, 1)
        start = hall.until("/acts", lambda act: act["n"] == 0)
        assert start["options"]["seats"][0]["name"] == "Ada"
        assert start["course"] == "Ada's garden"
        assert hall.until("/state", lambda state: state["race"])["shown"]["turn"] == "Ada"
    with Listener(broker, "homeassistant/#") as house:
        device = house.until("homeassistant/device/sled-club-kitchen/config")
        assert set(device["cmps"]) > {"turn", "seat_2", "undo"}


def test_acts_wait_for_a_broker_that_is_away_and_arrive_once_in_order(
    tmp_path: Path, broker: Mosquitto
) -> None:
    broker.kill()
    with table(tmp_path, broker) as service:
        host = Phone(service)
        host.post("/races", **RACE)
        for value in (1, 2, 3):
            tap(host, value)
        service.kill()  # a power cut: nothing is in memory only
        service.start()
        until(lambda: health(host)["waiting"] == 3)
        with ExitStack() as ends:
            broker.start()
            hall = ends.enter_context(Listener(broker))
            hall.until("/acts", lambda act: act["n"] == 3)
            assert numbers(hall.on("/acts")) == [0, 1, 2, 3]
            until(lambda: health(host)["waiting"] == 0)
        broker.kill()
        until(lambda: not health(host)["connected"])
        until(lambda: said(host).startswith("Hall club: away since"))
        tap(host, 4)
        broker.start()
        with Listener(broker) as hall:
            hall.until("/acts", lambda act: act["n"] == 4)
            came = numbers(hall.on("/acts"))
            assert came == list(range(5))[-len(came) :]  # those of the last seconds again


def test_the_last_will_says_offline(tmp_path: Path, broker: Mosquitto) -> None:
    with Listener(broker, "sled/club/kitchen/status") as hall, table(tmp_path, broker) as service:
        hall.until("/status", lambda status: status["online"])
        service.kill()
        hall.until("/status", lambda status: not status["online"])


def test_a_wrong_password_is_said_and_the_table_plays_on(tmp_path: Path) -> None:
    with Mosquitto(tmp_path, "allow_anonymous false") as broker:
        more = 'user = "kitchen"\npassword = "hunter-2"'
        with table(tmp_path, broker, more) as service:
            host = Phone(service)
            service.await_line("refuses the connection: Not authorized")
            assert host.post("/races", **RACE).status == 200
            tap(host, 1)
            assert "hunter-2" not in str(service.said)


def test_the_state_is_published_four_times_a_second_at_most(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with Listener(broker) as hall, table(tmp_path, broker) as service:
        host = Phone(service)
        host.post("/races", **RACE)
        for turn in range(20):
            tap(host, turn % 5 + 1)
        hall.until("/state", lambda state: state["race"] and state["race"]["n"] >= 19)
        times = [one.at for one in hall.came if one.topic.endswith("/state")]
        took_s = times[-1] - times[0]
        assert len(times) <= took_s / 0.2 + 2
        assert numbers(hall.on("/acts")) == list(range(len(hall.on("/acts"))))


COMMANDS = "sled/club/kitchen/commands"


BUTTONS = "sled/club/kitchen/buttons"


def command(hall: Listener, id: str, do: str, on: str = COMMANDS, **fields: Any) -> Any:
    """Give a command on this topic; returns its answer."""
    before = len(hall.on("/answers"))
    hall.send(on, {"v": 1, "id": id, "do": do, **fields})
    until(lambda: [a for a in hall.on("/answers")[before:] if a["id"] == id])
    return next(a for a in hall.on("/answers")[before:] if a["id"] == id)


def test_the_hall_prepares_a_race_calls_its_players_and_says_a_sentence(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with Listener(broker) as hall, table(tmp_path, broker) as service:
        hall.until("/status")
        host = Phone(service)
        options = RACE["options"]
        first = command(hall, "1", "prepare", game="snow_tails", options=options, course="Loop")
        assert (first["ok"], host.get("/state")["race"]["begun"]) == (True, False)
        again = command(hall, "1", "prepare", game="snow_tails", options=options, course="Loop")
        assert (again, len(host.get("/races")["races"])) == (first, 1)
        command(hall, "2", "prepare", game="snow_tails", options=options)  # in place of the first
        assert len(host.get("/races")["races"]) == 1
        assert command(hall, "3", "call", seats=[1, 2])["ok"]
        assert command(hall, "4", "say", text="Dinner <b>at</b> eight")["ok"]
        texts = [notice["text"] for notice in host.get("/state")["notices"]]
        assert texts == [
            "The hall calls Ada, Ben to this table.",
            "The hall: Dinner <b>at</b> eight",
        ]
        tap(host, 3)
        refused = command(hall, "5", "prepare", game="snow_tails", options=options)["refused"]
        assert refused["key"] == "hall.race_runs"
        assert command(hall, "6", "pause")["ok"]
        assert host.get("/state")["on_break"] is True
        assert command(hall, "7", "pause")["ok"]
        assert command(hall, "8", "undo")["ok"]
        assert command(hall, "8", "undo")["ok"]  # doubled: done once
        assert (host.get("/state")["race"]["acts"], host.get("/state")["on_break"]) == (0, False)
        assert command(hall, "9", "undo")["refused"]["key"]
        assert host.get("/state")["log"][-1]["from"] == "the hall"
        assert command(hall, "10", "prepare", game="chess", options={})["ok"] is False


def test_a_button_of_the_house_pauses_the_race_and_may_not_prepare_one(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with Listener(broker) as hall, table(tmp_path, broker) as service:
        hall.until("/status")
        host = Phone(service)
        host.post("/races", **RACE)
        assert command(hall, "1", "pause", BUTTONS)["ok"]
        assert host.get("/state")["on_break"] is True
        refused = command(hall, "2", "prepare", BUTTONS, game="snow_tails", options=RACE["options"])
        assert refused["refused"]["key"] == "hall.no_command"


def test_what_does_not_fit_is_refused_counted_and_said(tmp_path: Path, broker: Mosquitto) -> None:
    with Listener(broker) as hall:
        hall.send(COMMANDS, {"v": 1, "id": "old", "do": "undo"}, retain=True)
        with table(tmp_path, broker) as service:
            hall.until("/status")
            host = Phone(service)
            hall.send(COMMANDS, b"{")
            hall.send(COMMANDS, b"[" * 10_000_000)
            wrong = command(hall, "a", "undo", table="other")
            assert wrong["refused"] == {
                "key": "hall.other_table",
                "text": "A command was for another table.",
            }
            until(lambda: health(host)["refused"] == 4)
            until(lambda: "refused: 4. The last: A command was for another" in said(host))
            assert command(hall, "b", "say", text="hello")["ok"]
        assert "old" not in [answer["id"] for answer in hall.on("/answers")]


def test_a_flood_is_dropped_and_the_table_plays_on(tmp_path: Path, broker: Mosquitto) -> None:
    with Listener(broker) as hall, table(tmp_path, broker) as service:
        hall.until("/status")
        host = Phone(service)
        host.post("/races", **RACE)
        for number in range(300):
            hall.send(COMMANDS, {"v": 1, "id": f"f{number}", "do": "say", "text": "x"})
        tap(host, 2)
        hall.until("/acts", lambda act: act["n"] == 1)
        until(lambda: health(host)["refused"] + len(hall.on("/answers")) == 300)
        assert health(host)["refused"] > 0


def test_a_table_that_takes_no_commands_does_nothing(tmp_path: Path, broker: Mosquitto) -> None:
    with Listener(broker) as hall, table(tmp_path, broker, "commands = false") as service:
        hall.until("/status")
        hall.send(COMMANDS, {"v": 1, "id": "1", "do": "say", "text": "hello"})
        host = Phone(service)
        host.post("/races", **RACE)
        hall.until("/state", lambda state: state["race"])
        assert (host.get("/state")["notices"], hall.on("/answers")) == ([], [])
