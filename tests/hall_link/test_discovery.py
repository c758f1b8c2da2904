"""Home Assistant's discovery payload: complete, and its templates read what the table publishes."""

import json
from dataclasses import replace
from typing import Any

import pytest
from jinja2 import Environment

from companion.config import Hall
from companion.hall_link.commands import read
from companion.hall_link.discovery import discovery
from companion.hall_link.payloads import MOMENTS, STAGES
from companion.messages import sentence

HALL = Hall("127.0.0.1", 1883, False, "club", "t1")
BASE = "sled/club/t1"
STATE = {
    "shown": {"turn": "Ada", "leader": "", "round": 2, "stage": "racing"},
    "seats": [{"seat": 1, "present": True}, {"seat": 2, "present": False}],
}
ENTITIES = {"sensor", "binary_sensor", "event", "button"}


def made(hall: Hall = HALL) -> Any:
    sent = discovery(hall, (1, 2), "Kitchen", "http://10.0.0.7:8000", word)
    assert (sent.topic, sent.retain) == ("homeassistant/device/sled-club-t1/config", True)
    return json.loads(sent.payload)


def word(key: str, **params: Any) -> str:
    return sentence(key, params)


def rendered(component: Any, payload: Any) -> str:
    return Environment().from_string(component["val_tpl"]).render(value_json=payload)


def test_the_device_has_what_home_assistant_requires() -> None:
    device = made()
    assert device["dev"]["ids"] == ["sled-club-t1"]
    assert device["dev"]["cu"] == "http://10.0.0.7:8000"
    assert device["o"]["name"]
    entities = [one for one in device["cmps"].values() if one["p"] in ENTITIES]
    assert all(one["name"] and not one["name"].startswith("hall.") for one in entities)
    assert len({one["uniq_id"] for one in entities}) == len(entities) == 9
    triggers = [one for one in device["cmps"].values() if one["p"] == "device_automation"]
    assert {one["type"] for one in triggers} == set(MOMENTS)
    assert {one["stype"] for one in triggers} == {"table"}
    assert len(entities) + len(triggers) == len(device["cmps"])


def test_the_table_is_available_while_it_is_online() -> None:
    (available,) = made()["avty"]
    assert available["t"] == f"{BASE}/status"
    assert rendered(available, {"online": True}) == "online"
    assert rendered(available, {"online": False}) == "offline"


@pytest.mark.parametrize(
    ("name", "shows"),
    [
        ("turn", "Ada"),
        ("leader", "None"),
        ("round", "2"),
        ("stage", "racing"),
        ("seat_1", "ON"),
        ("seat_2", "OFF"),
    ],
)
def test_the_templates_read_the_public_state(name: str, shows: str) -> None:
    component = made()["cmps"][name]
    assert component["stat_t"] == f"{BASE}/state"
    assert rendered(component, STATE) == shows


def test_a_table_without_a_race_shows_nothing_unknown() -> None:
    empty = {"turn": "", "leader": "", "round": None, "stage": "none"}
    for name in ("turn", "leader", "round"):
        assert rendered(made()["cmps"][name], {**STATE, "shown": empty}) == "None"
    assert made()["cmps"]["stage"]["ops"] == list(STAGES)


@pytest.mark.parametrize(("name", "kind"), [("undo", "act"), ("pause", "break")])
def test_the_buttons_give_commands_that_fit(name: str, kind: str) -> None:
    button = made()["cmps"][name]
    assert button["cmd_t"] == f"{BASE}/buttons"
    environment = Environment()
    environment.globals["now"] = lambda: type("Now", (), {"timestamp": lambda self: 1.8e9})()
    payload = environment.from_string(button["cmd_tpl"]).render()
    command = read(payload.encode(), HALL, 1.8e9, False, button=True)
    assert (command.kind, command.id) == (kind, "ha-1800000000.0")


def test_a_table_without_commands_has_no_buttons() -> None:
    assert not {"undo", "pause"} & made(replace(HALL, commands=False))["cmps"].keys()
