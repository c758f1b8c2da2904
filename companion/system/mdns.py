"""Multicast DNS (RFC 6762): announce the table as companion.local, and find WLEDs.

The name is optional: a phone that cannot resolve it has the address and its QR code. It runs in a
thread of its own and starts when the service is up; a fault is logged and stops nothing else.
"""

import ipaddress
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

LOG = logging.getLogger("companion")

LOOK_S = 5.0
"""Seconds between two checks of the machine's address: the network may come after the service."""

ASK_MS = 3000
"""How long to wait for another machine to claim a name.

The first query asks for a unicast response. Where several programs share port 5353 (avahi runs on
every Raspberry Pi OS), the kernel may deliver it to another one. The second query, a second later,
gets a multicast response, which reaches all of them.
"""

NAME = "companion"
MOST_TABLES = 20

HTTP = 80
"""The default port, which a URL can leave out."""

_KIND = "_http._tcp.local."

WLED = "_wled._tcp.local."
"""The service that every WLED announces."""

SEARCH_S = 2.0
ASK_ONE_MS = 500


class MdnsName:
    """The announced name, from `start` to `stop`.

    `machine` returns the machine's address. `told` is called with the table's URL each time a name
    has been registered.
    """

    def __init__(self, machine: Callable[[], str], port: int, told: Callable[[str], None]):
        self._machine = machine
        self._port = port
        self._told = told
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self.name = ""
        """The registered name, such as "companion.local"; "" while there is none."""

    @property
    def address(self) -> str:
        """The table's URL with the registered name, "" while there is none."""
        port = "" if self._port == HTTP else f":{self._port}"
        return f"http://{self.name}{port}" if self.name else ""

    def start(self) -> None:
        """Start the thread; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Withdraw the name, so that others may use it. Waits at most 2 s."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._tell(self._machine())
        except Exception as error:  # the name is optional: no fault here may stop the service
            LOG.warning("no name on the network: %r", error)
            if not _is_foreseen(error):
                raise
        finally:
            self.name = ""

    def _tell(self, address: str) -> None:
        """Announce the name at this address until `stop` or until the machine's address changes."""
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
        """Register the first free of `table_names`, such as "companion.local", and return it."""
        from zeroconf import (  # type: ignore[attr-defined]
            AddressResolverIPv4,
            NonUniqueNameException,
            ServiceInfo,
        )

        for name in table_names():
            here = ipaddress.ip_address(address).packed
            if AddressResolverIPv4(f"{name}.local.").request(speaker, ASK_MS):
                continue
            # The service has the host's name, so that the library's probes detect another table
            # that claims the same name at the same moment.
            service = ServiceInfo(
                _KIND, f"{name}.{_KIND}", self._port, addresses=[here], server=f"{name}.local."
            )
            try:
                speaker.register_service(service)
            except NonUniqueNameException:
                continue
            return f"{name}.local"
        raise LookupError("every name is taken")


def table_names() -> Iterator[str]:
    """The names of the tables of one network, without ".local"."""
    yield NAME
    for number in range(2, MOST_TABLES):
        yield f"{NAME}-{number}"


def _is_foreseen(error: Exception) -> bool:
    """Whether an error is expected: of the network, a taken name, or zeroconf itself."""
    known = isinstance(error, (OSError, LookupError, ImportError))
    return known or type(error).__module__.startswith("zeroconf")


def _ours(address: str) -> bool:
    """Whether this is an IPv4 address of this machine, from which a name can be announced."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def wleds(search_s: float = SEARCH_S) -> dict[str, str]:
    """Search the network for WLEDs: the address of each by its host name.

    None are found without the package zeroconf or without a network.
    """
    try:
        from zeroconf import ServiceBrowser, ServiceListener, Zeroconf
    except ImportError:
        return {}

    class Names(ServiceListener):
        def add_service(self, zc: "Zeroconf", type_: str, name: str) -> None:
            names.add(name)

        def update_service(self, zc: "Zeroconf", type_: str, name: str) -> None: ...

        def remove_service(self, zc: "Zeroconf", type_: str, name: str) -> None: ...

    names: set[str] = set()
    try:
        with Zeroconf() as network:
            browser = ServiceBrowser(network, WLED, Names())
            threading.Event().wait(search_s)
            browser.cancel()
            found = [network.get_service_info(WLED, name, ASK_ONE_MS) for name in sorted(names)]
    except OSError:
        return {}
    known = [each for each in found if each and each.server and each.parsed_addresses()]
    return {str(each.server).rstrip("."): each.parsed_addresses()[0] for each in known}
