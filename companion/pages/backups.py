"""The web side of the backups: which there are, one more, and one that is put back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, g, jsonify

from companion import messages
from companion.errors import Forbidden, Refused, StoreError
from companion.pages import posts as app_posts
from companion.store.records import StoredAnswer
from companion.store.recovery import Backup, BackupSchedule
from companion.table.posts import BROKEN, FORBIDDEN, REFUSED
from companion.table.rights import Rights

Lang = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Restoring:
    """How the running service makes backups, and how it begins again on another one's data."""

    schedule: BackupSchedule
    again: Callable[[], None]
    answered: Callable[[str], Any]
    """What a key was answered (StoreReader.reply_for)."""


def add(app: Flask, restoring: Restoring, rights: Callable[[], Rights], lang: Lang) -> None:
    """The calls of the web API. Anybody may look, the host may do."""

    @app.get("/api/v1/backups")
    def backups() -> Response:
        schedule = restoring.schedule
        faults = [messages.sentence(no.key, no.params, lang()) for no in schedule.faults.values()]
        return jsonify(backups=[_told(each) for each in schedule.backups.listed()], faults=faults)

    @app.post("/api/v1/backups")
    def backup_now() -> Any:
        return asked({}, make)

    def make(key: str, given: dict[str, Any]) -> None:
        faults = list(restoring.schedule.make().values())
        if len(faults) == len(restoring.schedule.backups.places):
            raise faults[0]  # there is a copy nowhere

    @app.post("/api/v1/backups/restore")
    def restore() -> Any:
        return asked({"file": str}, put_back)

    def put_back(key: str, given: dict[str, Any]) -> None:
        if restoring.answered(key) is not None:
            return  # the answer was lost on its way: the service has begun again since
        schedule = restoring.schedule
        schedule.prepare(schedule.backups.named(given["file"]), StoredAnswer(key, {"events": []}))
        restoring.again()

    def asked(fields: dict[str, type], do: Callable[[str, dict[str, Any]], None]) -> Any:
        given, wrong = app_posts.checked(fields)
        if wrong:
            return wrong
        try:
            rights().check_host(g.client)
            do(f"{g.client}:{given['key']}", given)
        except Forbidden as no:
            return app_posts.error(FORBIDDEN, no.key, **no.params)
        except (Refused, StoreError) as no:
            status = REFUSED if isinstance(no, Refused) else BROKEN
            return app_posts.error(status, no.key, **messages.params_json(no.params))
        return jsonify(version=0, events=[])


def _told(backup: Backup) -> dict[str, Any]:
    """A backup in a few words; one that cannot be read holds nothing."""
    when = backup.when and backup.when.strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        races, acts = backup.counts()
    except StoreError:
        return {"file": backup.file, "when": when, "races": None, "acts": None}
    return {"file": backup.file, "when": when, "races": races, "acts": acts}
