"""NATS's users, a file for `include` in its configuration. Pure, except for a random salt.

An MQTT topic a/b is the subject a.b; its wildcards + and # are * and >.
"""

import json
import secrets
from collections.abc import Iterable

from companion.errors import Refused
from companion.hall.access.rights import User, rights

ROUNDS = 4
"""The fewest that bcrypt allows: our passwords are random, and a cluster that has been away must
let a thousand tables in at once.
"""

DELIVERY = "$MQTT.sub.>"
"""Where NATS delivers what was sent at least once (QoS 1) to an MQTT client."""

NOTHING = {"deny": ">"}
"""An empty list would allow everything."""

_SUBJECT = str.maketrans({"/": ".", "+": "*", "#": ">"})


def hashed(password: str) -> str:
    """A password as NATS has it: bcrypt. Raises Refused without the package."""
    try:
        from bcrypt import gensalt, hashpw
    except ImportError as missing:
        raise Refused("hall.no_packages") from missing
    return hashpw(password.encode(), gensalt(ROUNDS, b"2a")).decode()


def users_file(users: Iterable[User]) -> str:
    """The text of the file. Without a user it lets nobody in, where NATS would let in anybody."""
    listed = ",\n".join(map(_entry, users)) or _nobody()
    return f"authorization {{\n  users: [\n{listed}\n  ]\n}}\n"


def _entry(user: User) -> str:
    """A user as JSON, which NATS's format contains."""
    reads, writes = rights(user)
    return "    " + json.dumps(
        {
            "user": user.name,
            "password": user.nats,
            "allowed_connection_types": ["MQTT"],
            "permissions": {
                "publish": _subjects(writes) or NOTHING,
                "subscribe": [*_subjects(reads), DELIVERY],
            },
        }
    )


def _subjects(topics: Iterable[str]) -> list[str]:
    return [topic.translate(_SUBJECT) for topic in topics]


def _nobody() -> str:
    nobody = {"user": secrets.token_hex(16), "password": hashed(secrets.token_urlsafe(24))}
    return (
        f"    {json.dumps({**nobody, 'permissions': {'publish': NOTHING, 'subscribe': NOTHING}})}"
    )
