"""A plugin that keeps a race in OctoPrint and sends it over OctoPrint's push channel.

A command of its API is an act; its result goes to every open page as a plugin message. The
environment variable BENCH_FOLDER is the folder of the race.
"""

import os
from pathlib import Path
from typing import Any

import flask
import octoprint.plugin

from tests.peers.race import Kept

__plugin_name__ = "Bench"
__plugin_version__ = "1"
__plugin_pythoncompat__ = ">=3.11,<4"


class Push(octoprint.plugin.StartupPlugin, octoprint.plugin.SimpleApiPlugin):  # type: ignore[misc]
    """POST /api/plugin/bench with the command `do` and an act."""

    def on_after_startup(self) -> None:
        self._race = Kept(Path(os.environ["BENCH_FOLDER"]))

    def is_api_protected(self) -> bool:
        return True

    def get_api_commands(self) -> dict[str, list[str]]:
        return {"do": ["act"]}

    def on_api_command(self, command: str, data: dict[str, Any]) -> flask.Response:
        said = self._race.do(data["act"])
        self._plugin_manager.send_plugin_message(self._identifier, said)
        return flask.jsonify(version=said["bench"])


__plugin_implementation__ = Push()
