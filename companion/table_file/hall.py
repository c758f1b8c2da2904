"""Read the table's place in a hall, `[hall]` in table.toml."""

import re
from urllib.parse import SplitResult, urlsplit

from companion.config import Hall
from companion.toml_lines import Table

PORTS = {"mqtt": 1883, "mqtts": 8883}
"""The default port of each scheme; `mqtts` is encrypted."""

WORD = re.compile("[A-Za-z0-9_-]{1,32}")
"""A part of a topic, also allowed in the names of NATS and Home Assistant."""

_KEYS = (
    "broker", "user", "password", "password_file", "ca", "hall", "table", "names", "commands",
    "home_assistant",
)  # fmt: skip
_BROKER = 'broker = "mqtts://broker.example.org"'


def read_hall(table: Table) -> Hall:
    """The hall that a table describes. Raises ConfigError."""
    table.only(*_KEYS)
    for name, example in (
        ("broker", _BROKER),
        ("hall", 'hall = "club"'),
        ("table", 'table = "t1"'),
    ):
        table.need(name, example)
    if "password" in table.values and "password_file" in table.values:
        table.fail("password_file", "config.password_twice")
    broker = _broker(table)
    return Hall(
        host=broker.hostname or "",
        port=broker.port or PORTS.get(broker.scheme, 0),
        tls=broker.scheme == "mqtts",
        hall=_word(table, "hall"),
        table=_word(table, "table"),
        user=table.text("user", 'user = "table-1"'),
        password=table.text("password", 'password = "…"'),
        password_file=table.text("password_file", 'password_file = "/etc/companion/password"'),
        ca=table.text("ca", 'ca = "/etc/companion/ca.pem"'),
        names=table.flag("names"),
        commands=table.flag("commands", True),
        home_assistant=table.flag("home_assistant"),
    )


def _broker(table: Table) -> SplitResult:
    """The broker's address."""
    text = table.text("broker", _BROKER, "mqtt://")
    found = broker_address(text)
    if found is None and "broker" in table.values:
        table.fail("broker", "config.bad_broker", example=_BROKER)
    return found or urlsplit("")


def broker_address(text: str) -> SplitResult | None:
    """A broker's address: a scheme, a host and perhaps a port, nothing else; None if it is not."""
    try:
        found = urlsplit(text)
        whole = found.hostname and found.port != 0 and not found.username
    except ValueError:
        return None
    rest = (found.path.strip("/"), found.query, found.fragment)
    return found if found.scheme in PORTS and whole and not any(rest) else None


def _word(table: Table, name: str) -> str:
    """A part of a topic."""
    word = table.text(name, f'{name} = "club"')
    if word and not WORD.fullmatch(word):
        table.fail(name, "config.bad_word")
    return word
