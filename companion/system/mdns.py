"""A name for the table on its network: companion.local, told by multicast DNS (RFC 6762).

An extra: whoever cannot resolve such names has the address and its QR code. It has a thread of its
own, begins when the service is up, and whatever goes wrong with it is said and stops nothing.
"""

import ipaddress
import logging
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

LOG = logging.getLogger("companion")

LOOK_S = 5.0
"""How often the machine's address is looked at: a network may come later than the service."""

ASK_MS = 3000
"""How long a machine has to say that a name is its own.

The first question asks for an answer by unicast. Where several programs share port 5353 (avahi runs
on every Raspberry Pi OS), the kernel may give that answer to another one. The second question, a
second later, is answered by multicast, which all of them hear.
"""

MOST_TABLES = 20

HTTP = 80
"""The port that an address need not name."""

_KIND = "_http._tcp.local."


class MdnsName:
    """The name while the service runs: `start`, then `stop`.

    `machine` gives the machine's address; `told` hears the table's by each name that was free.
    """

    def __init__(self, machine: Callable[[], str], port: int, told: Callable[[str], None]):
        self._machine = machine
        self._port = port
        self._told = told
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self.name = ""
        """The name that is told, "companion.local"; "" as long as there is none."""

    @property
    def address(self) -> str:
        """The table's address with this name, "" as long as there is none."""
        port = "" if self._port == HTTP else f":{self._port}"
        return f"http://{self.name}{port}" if self.name else ""

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Take the name back, so that others may have it."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._tell(self._machine())
        except Exception as error:  # an extra: no fault of it may end the evening
            LOG.warning("no name on the network: %r", error)
        self.name = ""

    def _tell(self, address: str) -> None:
        """Tell the name until the end, or until the machine has another address."""
        from zeroconf import Zeroconf

        if not _ours(address):
            self._stopping.wait(LOOK_S)
            return
        with Zeroconf(interfaces=[address]) as speaker:
            self.name = self._register(speaker, address)
            self._told(self.address)
            while not self._stopping.wait(LOOK_S) and self._machine() == address:
                pass
            self.name = ""

    def _register(self, speaker: "Zeroconf", address: str) -> str:
        """The first name that nobody has: companion.local, companion-2.local, …"""
        from zeroconf import (  # type: ignore[attr-defined]
            AddressResolverIPv4,
            NonUniqueNameException,
            ServiceInfo,
        )

        for number in range(1, MOST_TABLES):
            name = "companion" if number == 1 else f"companion-{number}"
            here = ipaddress.ip_address(address).packed
            if AddressResolverIPv4(f"{name}.local.").request(speaker, ASK_MS):
                continue
            # Whoever asks for the same name at the same moment is found by the library's probes:
            # the service is called like the machine.
            service = ServiceInfo(
                _KIND, f"{name}.{_KIND}", self._port, addresses=[here], server=f"{name}.local."
            )
            try:
                speaker.register_service(service)
            except NonUniqueNameException:
                continue
            return f"{name}.local"
        raise LookupError("every name is taken")


def _ours(address: str) -> bool:
    """Whether this is an IPv4 address of this machine: names are told from there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True
