"""The roles at the broker, and the topics that each may read and write (docs/mqtt.md). Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.hall_link.topics import HOME_ASSISTANT, Topics, discovery_topic


class Role(StrEnum):
    """What a user of the broker is."""

    TABLE = "table"
    HALL = "hall"
    SPECTATOR = "spectator"
    HOME_ASSISTANT = "home-assistant"


@dataclass(frozen=True, slots=True)
class User:
    """A user of the broker. The password itself is kept nowhere.

    `name`: also the table's, if it is one; `discovered`: a table that Home Assistant may find;
    `mosquitto`, `nats`: the password's hashes as these brokers want them.
    """

    name: str
    role: Role
    hall: str
    mosquitto: str
    nats: str
    discovered: bool = False


class Rights(NamedTuple):
    """The topics that a user may read and write; `+` stands for any table."""

    reads: tuple[str, ...]
    writes: tuple[str, ...]


def rights(user: User) -> Rights:
    """What a user may do. Whatever is not named here is refused by the broker."""
    all_tables = Topics(f"sled/{user.hall}/+")
    match user.role:
        case Role.TABLE:
            own = Topics(f"sled/{user.hall}/{user.name}")
            found = (discovery_topic(user.hall, user.name),) if user.discovered else ()
            return Rights((own.commands, own.buttons), (*_public(own), own.answers, *found))
        case Role.HALL:
            return Rights((*_public(all_tables), all_tables.answers), (all_tables.commands,))
        case Role.SPECTATOR:
            return Rights(_public(all_tables), ())
        case Role.HOME_ASSISTANT:
            shown = (all_tables.status, all_tables.state, all_tables.events)
            greeting = f"{HOME_ASSISTANT}/status"
            return Rights((*shown, f"{HOME_ASSISTANT}/#"), (all_tables.buttons, greeting))


def _public(topics: Topics) -> tuple[str, ...]:
    """What a table says to everybody in the hall."""
    return (topics.status, topics.state, topics.acts, topics.results, topics.events)
