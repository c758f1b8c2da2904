"""Mosquitto's `password_file` and `acl_file`. Pure, except for a password's random salt."""

import hashlib
import secrets
from base64 import b64encode
from collections.abc import Iterable, Iterator

from companion.hall.access.rights import User, rights

ITERATIONS = 101
"""As Mosquitto itself does: our passwords are random and need no slow hash."""

SALT_BYTES = 12
"""Mosquitto 2.0 takes no other length."""


def hashed(password: str) -> str:
    """A password as the password file has it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(SALT_BYTES)
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${b64encode(salt).decode()}${b64encode(key).decode()}"


def password_file(users: Iterable[User]) -> str:
    """The text of the password file."""
    return "".join(f"{user.name}:{user.mosquitto}\n" for user in users)


def acl_file(users: Iterable[User]) -> str:
    """The text of the file with the rights."""
    return "".join(f"{line}\n" for user in users for line in _lines(user))


def _lines(user: User) -> Iterator[str]:
    reads, writes = rights(user)
    yield f"user {user.name}"
    yield from (f"topic read {topic}" for topic in reads)
    yield from (f"topic write {topic}" for topic in writes)
    yield ""
