"""A real NATS server that speaks MQTT, Debian's nats-server."""

from pathlib import Path

from tests.hall_link.mosquitto import Mosquitto, free_port

CONFIG = """
listen: "127.0.0.1:{own_port}"
server_name: "n1"
jetstream: {{store_dir: "{folder}/jetstream"}}
mqtt: {{listen: "127.0.0.1:{port}"{tls}}}
include "{users}"
"""
TLS = ', tls: {{cert_file: "{0}", key_file: "{0}"}}'


class Nats(Mosquitto):
    """A server on a port that it keeps over restarts.

    `users`: a file, relative to the folder; `certificate`: key and chain in one file.
    `own_port`: for clients that speak NATS's own protocol.
    """

    program = "nats-server"

    def __init__(self, folder: Path, users: str, certificate: Path | None = None):
        self.port, self.own_port = free_port(), free_port()
        self._folder = folder
        self._config = folder / "nats.conf"
        tls = TLS.format(certificate) if certificate else ""
        ports = {"port": self.port, "own_port": self.own_port}
        self._config.write_text(CONFIG.format(folder=folder, users=users, tls=tls, **ports))
        self._process = None

    @property
    def ports(self) -> tuple[int, ...]:
        return (self.port, self.own_port)
