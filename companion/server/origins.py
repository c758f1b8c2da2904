"""Host and Origin checks against DNS rebinding and foreign pages. Pure."""

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit


@lru_cache(maxsize=64)
def ours(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this table: an address, localhost, a `.local` name or `names`.

    A foreign domain that resolves to this address (DNS rebinding) is none of these.
    """
    name = _name(host)
    if name is None:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".local") or name in names
    return True


@lru_cache(maxsize=64)
def same(origin: str | None, host: str, secure: bool = False) -> bool:
    """Whether an Origin header is that of this host's own pages.

    `secure`: the request came over https. Pages loaded over http do not count then: they can be
    changed in transit.
    """
    if not origin:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    schemes = ("https",) if secure else ("http", "https")
    return parts.scheme in schemes and parts.netloc.lower() == host.lower()


def _name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
