"""The backups: list them, make one now, restore one."""

from typing import Any

from flask import Response, g, jsonify

from companion import messages
from companion.errors import StoreError
from companion.pages.web import Restoring, Web
from companion.store.records import StoredAnswer
from companion.store.recovery import Backup


def backups(web: Web) -> Response:
    """The backups, newest first, and why some could not be made."""
    schedule, lang = _restoring(web).schedule, g.lang
    faults = [messages.sentence(no.key, no.params, lang) for no in schedule.faults.values()]
    return jsonify(backups=[_as_json(each) for each in schedule.backups.listed()], faults=faults)


def make(web: Web, body: dict[str, Any]) -> Response:
    """Make a backup now. Raises StoreError if none could be made anywhere."""
    schedule = _restoring(web).schedule
    faults = list(schedule.make().values())
    if len(faults) == len(schedule.backups.places):
        raise faults[0]
    return _done()


def restore(web: Web, body: dict[str, Any]) -> Response:
    """Replace the saved data by a backup, and restart the service on it.

    A repeated key changes nothing: its first answer was lost when the service restarted.
    """
    restoring, key = _restoring(web), f"{g.client}:{body['key']}"
    if restoring.answered(key) is None:
        schedule = restoring.schedule
        schedule.prepare(schedule.backups.named(body["file"]), StoredAnswer(key, {"events": []}))
        restoring.restart()
    return _done()


def _restoring(web: Web) -> Restoring:
    assert web.backups
    return web.backups


def _done() -> Response:
    return jsonify(version=0, events=[])


def _as_json(backup: Backup) -> dict[str, Any]:
    """A backup's entry in the list; its counts are null if it cannot be read."""
    when = backup.when and backup.when.strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        races, acts = backup.counts()
    except StoreError:
        return {"file": backup.file, "when": when, "races": None, "acts": None}
    return {"file": backup.file, "when": when, "races": races, "acts": acts}
