"""The job that every service of the comparison does: an act is judged, kept, and the state told.

The others get our rules and a table of SQLite that is as durable as ours, so that what differs is
how a service is built, not what it is asked to do. Rooms, rights, words and undo's sentences, which
ours has besides, are spared them. Runs in the peers' own environments: standard library and rules.
"""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games import GAMES, history

FILE = "race.json"
"""A folder's file with a race's options."""


class Kept:
    """A race of Snow Tails under way. `version` counts the acts that are on the disk."""

    def __init__(self, folder: Path):
        options = json.loads((folder / FILE).read_text())
        self._race = history.begin(GAMES["snow_tails"], options)
        self._file = sqlite3.connect(folder / "acts.db", check_same_thread=False)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("CREATE TABLE acts (number INTEGER PRIMARY KEY, act TEXT NOT NULL)")
        self.version = 0

    def do(self, act: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take an act, durable before anyone hears of it. Gives the message to tell."""
        race, _ = self._race.apply(act)
        with self._file:
            self._file.execute("INSERT INTO acts (act) VALUES (?)", (json.dumps(act),))
        self._race, self.version = race, self.version + 1
        return {"bench": self.version, "state": race.game.view(race.state).state}
