"""https beside http: its listener, and a certificate that follows the machine's address."""

import logging
import socket
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from companion.server import certificate
from companion.server.certificate import Authority, NoCertificate
from companion.server.listener import listen

LOG = logging.getLogger("companion")

HTTPS = 443
"""The default port, which a URL can leave out."""

FOLDER = "tls"
"""The authority's folder in the data directory."""


@dataclass(frozen=True, slots=True)
class HttpsAccess:
    """The https offer to phones. `authority`: a certificate to install, if they need one."""

    port: int
    authority: Path | None


@dataclass(slots=True)
class Https:
    """The https side of `companion run --tls`. `authority`: None with the owner's certificate."""

    listener: socket.socket
    context: ssl.SSLContext
    host: str
    authority: Authority | None = None
    names: frozenset[str] = frozenset()
    _signed: set[str] = field(default_factory=set)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.listener.getsockname()[1])

    @property
    def access(self) -> HttpsAccess:
        """The https offer to phones."""
        return HttpsAccess(self.port, self.authority.file if self.authority else None)

    def address(self, http: str) -> str:
        """The https address that corresponds to this http address."""
        name = urlsplit(http).hostname or ""
        port = "" if self.port == HTTPS else f":{self.port}"
        return f"https://{f'[{name}]' if ':' in name else name}{port}"

    def follow(self, address: str) -> None:
        """Add the machine's current address to the certificate that new connections see."""
        if self.authority is None or address in self._signed:
            return
        self._signed.add(address)
        try:
            self.context.load_cert_chain(self.authority.sign(self.host, sorted(self._signed)))
        except NoCertificate as error:
            LOG.error("https keeps its old certificate: %r", error)


def open_https(files: list[Path], data: Path, at: tuple[str, int], address: str) -> Https:
    """Open https with these files (certificate and key), or with the table's own authority.

    `at`: host and port to listen on; `address`: at which phones reach this machine now. Raises
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
