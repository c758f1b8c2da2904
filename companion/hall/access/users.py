"""The users of a broker in a folder, with the files that brokers read."""

import fcntl
import json
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from companion import strict_json
from companion.errors import Refused
from companion.hall.access import mosquitto, nats
from companion.hall.access.rights import Role, User

USERS = "users.json"
PASSWORDS, RIGHTS, NATS = "mosquitto-passwords", "mosquitto-rights", "nats-users.conf"
"""The files for Mosquitto (`password_file`, `acl_file`), and for NATS."""

PASSWORD_BYTES = 24

Keep = Callable[[str], None]
"""Takes a new password to where it is kept. If it raises, nothing changes."""


class Users:
    """The users in `folder`. Every change writes all files again, each whole or not at all.

    Only the folder's owner can read them. Methods raise OSError where the disk fails.
    """

    def __init__(self, folder: Path):
        self._folder = folder

    def listed(self) -> list[User]:
        """All users, by name. Raises Refused if the file was damaged."""
        file = self._folder / USERS
        if not file.exists():
            return []
        try:
            known = strict_json.read(file.read_bytes())
            return [User(**{**one, "role": Role(one["role"])}) for one in known]
        except (ValueError, TypeError, KeyError) as error:
            raise Refused("hall.access_damaged", file=str(file)) from error

    def add(
        self, name: str, role: Role, hall: str, keep: Keep, *, discovered: bool = False
    ) -> tuple[User, str]:
        """Add a user; returns it and its password. Raises Refused if the name is taken."""
        with self._changing() as users:
            if name in users:
                raise Refused("hall.access_taken", name=name)
            password, hashes = _new_password()
            users[name] = user = User(name, role, hall, *hashes, discovered)
            keep(password)
        return user, password

    def renew(self, name: str, keep: Keep) -> tuple[User, str]:
        """Give a user a new password, in place of the old one. Raises Refused without the user."""
        with self._changing() as users:
            password, (for_mosquitto, for_nats) = _new_password()
            user = replace(_known(users, name), mosquitto=for_mosquitto, nats=for_nats)
            users[name] = user
            keep(password)
        return user, password

    def remove(self, name: str) -> None:
        """Remove a user. Raises Refused without the user."""
        with self._changing() as users:
            del users[_known(users, name).name]

    @contextmanager
    def _changing(self) -> Iterator[dict[str, User]]:
        """The users by name, saved at the end of the block; one process at a time."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = os.open(self._folder, os.O_RDONLY)
        try:
            fcntl.flock(place, fcntl.LOCK_EX)
            users = {user.name: user for user in self.listed()}
            yield users
            self._save([users[name] for name in sorted(users)])
            os.fsync(place)
        finally:
            os.close(place)

    def _save(self, users: list[User]) -> None:
        for name, text in (
            (USERS, json.dumps([asdict(user) for user in users], indent=1) + "\n"),
            (RIGHTS, mosquitto.acl_file(users)),
            (PASSWORDS, mosquitto.password_file(users)),
            (NATS, nats.users_file(users)),
        ):
            write_private(self._folder / name, text)


def write_private(file: Path, text: str) -> None:
    """Write a file atomically for the owner of its folder alone: a broker's, if root writes."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    with open(part, "x", encoding="utf-8", opener=_private) as stream:
        if os.geteuid() == 0:
            owner = file.parent.stat()
            os.fchown(stream.fileno(), owner.st_uid, owner.st_gid)
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(file)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _new_password() -> tuple[str, tuple[str, str]]:
    """A random password, and its hashes for Mosquitto and NATS."""
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    return password, (mosquitto.hashed(password), nats.hashed(password))


def _known(users: dict[str, User], name: str) -> User:
    if name not in users:
        raise Refused("hall.access_unknown", name=name)
    return users[name]
