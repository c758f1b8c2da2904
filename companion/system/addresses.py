"""The address at which phones reach this machine."""

import fcntl
import ipaddress
import socket
import struct

ANY = ("0.0.0.0", "::", "")
HERE = "127.0.0.1"

_SIOCGIFADDR = 0x8915
_FAR = ("192.0.2.1", 9)
"""A documentation address (RFC 5737): connecting picks the interface, nothing is sent."""


def is_here(address: str) -> bool:
    """Whether only this machine reaches this address, or an address that is written out."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address == "localhost"
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def reached_at(host: str) -> str:
    """The host part of the URL at which phones reach a service that listens on `host`."""
    if host not in ANY:
        return f"[{host}]" if ":" in host else host
    return _to_far() or _of_interfaces() or HERE


def _to_far() -> str:
    """This machine's address on the default route, "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR)
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _of_interfaces() -> str:
    """The first interface's address, "" if none: a hotspot has a network, but no default route."""
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
