"""Listening sockets of the web server."""

import errno
import socket

from companion.errors import CompanionError

_BIND = {errno.EADDRINUSE: "web.port_in_use", errno.EACCES: "web.port_forbidden"}


class PortTaken(CompanionError, OSError):
    """It is not possible to listen on this address."""


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket for phones, with small send buffers: no backlog of old states.

    Raises PortTaken if another process listens there, or this user may not.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle's algorithm off only where the protocol is named.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, 8 * 1024)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 20_000)
    try:
        sock.bind((host, port))
        sock.listen(512)
    except (OSError, OverflowError, TypeError) as error:  # TypeError: a name that no host can have
        sock.close()
        code = getattr(error, "errno", None)
        key = _BIND.get(code, "web.port_unusable") if code else "web.port_unusable"
        raise PortTaken(key, host=host, port=port) from error
    sock.setblocking(False)
    return sock
