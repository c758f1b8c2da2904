"""Home Assistant's MQTT discovery: the table as one device. Pure.

The payload follows "Device discovery payload" of Home Assistant's MQTT integration (2024.11 and
later): one retained message describes the device and all its entities.
"""

from collections.abc import Callable, Iterable
from typing import Any

from companion.config import Hall
from companion.hall_link.payloads import MOMENTS, STAGES
from companion.hall_link.topics import FORMAT, Message, Topics, discovery_topic, plain

Json = dict[str, Any]
Word = Callable[..., str]
"""Makes a sentence of a message key and its params, in the table's language."""


def discovery(hall: Hall, seats: Iterable[int], title: str, address: str, word: Word) -> Message:
    """The table as a device. `title`: its name for people; `address`: of its pages."""
    topics, own = Topics.of(hall), f"sled-{hall.hall}-{hall.table}"
    payload = {
        "dev": {
            "ids": [own],
            "name": title or hall.table,
            "mf": "Sled Companion",
            "cu": address,
        },
        "o": {"name": "Sled Companion"},
        "avty": [
            {
                "t": topics.status,
                "val_tpl": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "cmps": {
            **_sensors(own, topics, word),
            **_presence(own, topics, seats, word),
            **_events(own, topics, word),
            **(_buttons(own, topics, word) if hall.commands else {}),
        },
        "qos": 1,
    }
    return plain(discovery_topic(hall.hall, hall.table), payload, retain=True)


def _sensors(own: str, topics: Topics, word: Word) -> Json:
    """Whose turn it is, the round, the leader and the race's stage. "None" means unknown."""
    shown = "{{ value_json.shown.NAME | default('None', true) }}"
    icons = {"turn": "mdi:account-arrow-right", "round": "mdi:counter", "leader": "mdi:trophy"}
    sensors: Json = {
        name: {
            "p": "sensor",
            "name": word(f"hall.ha_{name}"),
            "uniq_id": f"{own}-{name}",
            "stat_t": topics.state,
            "val_tpl": shown.replace("NAME", name),
            "ic": icon,
        }
        for name, icon in icons.items()
    }
    sensors["stage"] = {
        "p": "sensor",
        "name": word("hall.ha_stage"),
        "uniq_id": f"{own}-stage",
        "stat_t": topics.state,
        "val_tpl": "{{ value_json.shown.stage }}",
        "dev_cla": "enum",
        "ops": list(STAGES),
        "ic": "mdi:flag-checkered",
    }
    return sensors


def _presence(own: str, topics: Topics, seats: Iterable[int], word: Word) -> Json:
    """Whether a seat has a board or a phone now."""
    one = "value_json.seats | selectattr('seat', 'eq', SEAT) | selectattr('present') | list"
    return {
        f"seat_{seat}": {
            "p": "binary_sensor",
            "name": word("hall.ha_seat", seat=seat),
            "uniq_id": f"{own}-seat-{seat}",
            "stat_t": topics.state,
            "val_tpl": "{{ 'ON' if " + one.replace("SEAT", str(seat)) + " else 'OFF' }}",
            "dev_cla": "occupancy",
        }
        for seat in seats
    }


def _events(own: str, topics: Topics, word: Word) -> Json:
    """The moments: an event entity, and a device trigger for each."""
    event = {
        "p": "event",
        "name": word("hall.ha_moment"),
        "uniq_id": f"{own}-moment",
        "stat_t": topics.events,
        "evt_typ": list(MOMENTS),
        "ic": "mdi:dog-side",
    }
    triggers = {
        f"on_{moment}": {
            "p": "device_automation",
            "atype": "trigger",
            "t": topics.events,
            "val_tpl": "{{ value_json.event_type }}",
            "pl": moment,
            "type": moment,
            "stype": "table",
        }
        for moment in MOMENTS
    }
    return {"moment": event, **triggers}


def _buttons(own: str, topics: Topics, word: Word) -> Json:
    """Undo, and a break that begins or ends."""
    return {
        name: {
            "p": "button",
            "name": word(f"hall.ha_{name}"),
            "uniq_id": f"{own}-{name}",
            "cmd_t": topics.buttons,
            "cmd_tpl": (
                f'{{"v": {FORMAT}, "do": "{name}", '
                '"id": "ha-{{ now().timestamp() }}", "at": {{ now().timestamp() }}}'
            ),
            "ic": icon,
        }
        for name, icon in {"undo": "mdi:undo", "pause": "mdi:pause"}.items()
    }
