"""The work of every compared service: apply an act, store it, and send the state.

The others use our rules and an SQLite table as durable as ours, so that only the services differ,
not their work. They need no rooms, rights, translations or undo, which ours also has. Runs in the
peers' own environments with the standard library and the rules only.
"""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games import GAMES, history

FILE = "race.json"
"""The file with the race's options."""


class Kept:
    """A race of Snow Tails under way. `version`: the number of acts on disk."""

    def __init__(self, folder: Path):
        options = json.loads((folder / FILE).read_text())
        self._race = history.begin(GAMES["snow_tails"], options)
        self._file = sqlite3.connect(folder / "acts.db", check_same_thread=False)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("CREATE TABLE acts (number INTEGER PRIMARY KEY, act TEXT NOT NULL)")
        self.version = 0

    def do(self, act: Mapping[str, Any]) -> Mapping[str, Any]:
        """Apply an act, on disk before it is sent. Returns the message for the pages."""
        race, _ = self._race.apply(act)
        with self._file:
            self._file.execute("INSERT INTO acts (act) VALUES (?)", (json.dumps(act),))
        self._race, self.version = race, self.version + 1
        return {"bench": self.version, "state": race.game.view(race.state).state}
