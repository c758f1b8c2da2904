"""https beside http: its listener, its certificate, and that this follows the machine's address."""

import logging
import socket
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from companion.pages.offline_shell import Shell
from companion.server import certificate
from companion.server.asgi import listen
from companion.server.certificate import Authority, NoCertificate

LOG = logging.getLogger("companion")

HTTPS = 443
"""The port that an address need not name."""

FOLDER = "tls"
"""Below the data directory."""


@dataclass(slots=True)
class Https:
    """https as `companion run --tls` offers it. `authority`: None with the owner's certificate."""

    listener: socket.socket
    context: ssl.SSLContext
    host: str
    authority: Authority | None = None
    names: frozenset[str] = frozenset()
    _signed: set[str] = field(default_factory=set)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.listener.getsockname()[1])

    @property
    def shell(self) -> Shell:
        """What pages say of it."""
        return Shell(self.port, self.authority.file if self.authority else None)

    def address(self, http: str) -> str:
        """The same machine as in this http address, by https."""
        name = urlsplit(http).hostname or ""
        port = "" if self.port == HTTPS else f":{self.port}"
        return f"https://{f'[{name}]' if ':' in name else name}{port}"

    def follow(self, address: str) -> None:
        """The machine has this address now: new phones see a certificate for it."""
        if self.authority is None or address in self._signed:
            return
        self._signed.add(address)
        try:
            self.context.load_cert_chain(self.authority.sign(self.host, sorted(self._signed)))
        except NoCertificate as error:
            LOG.error("https keeps its old certificate: %r", error)


def opened(files: list[Path], data: Path, at: tuple[str, int], address: str) -> Https:
    """https with these files (certificate and key), or with the table's own authority for none.

    `at`: host and port to listen on; `address`: where phones reach this machine now. Raises
    NoCertificate and PortTaken.
    """
    host = socket.gethostname().partition(".")[0].lower()
    if files:
        context = certificate.context(*files)
        named = [name.partition(":") for name in certificate.names_of(files[0])]
        names = frozenset(name.lower() for kind, _, name in named if kind == "DNS")
        return Https(listen(*at), context, host, names=names)
    authority = Authority(data / FOLDER, host)
    context = certificate.context(authority.sign(host, [address]))
    return Https(listen(*at), context, host, authority, _signed={address})
