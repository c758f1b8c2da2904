"""A phone's connection as bytes, and valid posts to send on it."""

import re
import socket

from tests.patience import PATIENCE_S
from tests.server.site import Site

BODY = b'{"key": "k", "act": {"act": "tap", "seat": 1, "card": {"value": 3}}}'


def lines(site: Site) -> list[bytes]:
    """The lines of a valid head."""
    host = f"127.0.0.1:{site.ports['http']}".encode()
    return [
        b"POST /api/v1/acts HTTP/1.1",
        b"Host: " + host,
        b"Origin: http://" + host,
        b"Content-Type: application/json",
        b"Content-Length: %d" % len(BODY),
        b"Cookie: " + site.words["http"].encode(),
        b"Accept-Language: en",
    ]


def right(site: Site, key: bytes = b"k", more: tuple[bytes, ...] = ()) -> bytes:
    body = BODY.replace(b'"k"', b'"%b"' % key)
    head = [line for line in lines(site) if not line.startswith(b"Content-Length")]
    return b"\r\n".join((*head, b"Content-Length: %d" % len(body), *more, b"", body))


class Phone:
    """A phone's connection, as bytes."""

    def __init__(self, site: Site, address: str = "127.0.0.1", buffer: int = 0):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(PATIENCE_S)
        self.socket.bind((address, 0))
        self.socket.connect(("127.0.0.1", site.ports["http"]))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def answer(self) -> tuple[int, bytes]:
        """Read exactly the next answer: its status and body; (0, b"") at the end."""
        try:
            while b"\r\n\r\n" not in self.rest:
                if not (data := self.socket.recv(65536)):
                    return 0, b""
                self.rest += data
            head, _, self.rest = self.rest.partition(b"\r\n\r\n")
            size = re.search(rb"content-length: (\d+)", head)
            while size and len(self.rest) < int(size[1]):
                self.rest += self.socket.recv(65536)
        except ConnectionError:
            return 0, b""
        if not size:
            return int(head.split()[1]), b""
        body, self.rest = self.rest[: int(size[1])], self.rest[int(size[1]) :]
        return int(head.split()[1]), body

    def close(self) -> None:
        self.socket.close()


def until_over(phone: Phone, pause_s: float) -> bool:
    """Whether an answer arrives within this time."""
    phone.socket.settimeout(pause_s)
    try:
        return bool(phone.socket.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        phone.socket.settimeout(PATIENCE_S)


def with_line(site: Site, line: bytes, instead_of: bytes = b"") -> bytes:
    """A request with one line added or replaced."""
    head = lines(site)
    found = [number for number, old in enumerate(head) if instead_of and instead_of in old]
    head[found[0] if found else len(head) :] = [line, *(head[found[0] + 1 :] if found else ())]
    return b"\r\n".join((*head, b"", BODY))
