"""A real NATS server that speaks MQTT, Debian's nats-server."""

from pathlib import Path

from tests.hall_link.mosquitto import Mosquitto, free_port

CONFIG = """
listen: "127.0.0.1:-1"
server_name: "n1"
jetstream: {{store_dir: "{folder}/jetstream"}}
mqtt: {{listen: "127.0.0.1:{port}"}}
include "{users}"
"""


class Nats(Mosquitto):
    """A server on a port that it keeps over restarts. `users`: relative to the folder."""

    program = "nats-server"

    def __init__(self, folder: Path, users: str):
        self.port = free_port()
        self._folder = folder
        self._config = folder / "nats.conf"
        self._config.write_text(CONFIG.format(folder=folder, port=self.port, users=users))
        self._process = None
