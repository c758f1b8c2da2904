"""The address by which phones reach this machine."""

import fcntl
import socket
import struct

ANY = ("0.0.0.0", "::", "")
HERE = "127.0.0.1"

_SIOCGIFADDR = 0x8915
_FAR = ("192.0.2.1", 9)
"""An address far away (RFC 5737): naming it picks the interface; nothing is sent."""


def reached_at(host: str) -> str:
    """Where phones find a service that listens on `host`, as it stands in a web address."""
    if host not in ANY:
        return f"[{host}]" if ":" in host else host
    return _to_far() or _of_interfaces() or HERE


def _to_far() -> str:
    """The address towards the router, "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR)
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _of_interfaces() -> str:
    """The first interface's own: a table with a hotspot has a network, but no router."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            address = socket.inet_ntoa(told[20:24])
            if not address.startswith("127."):
                return address
    return ""
