"""The mDNS name of one table, and of two on the same network."""

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from companion.system import mdns as nearby
from companion.system.mdns import MdnsName
from tests.loops import apart
from tests.patience import PATIENCE_S

zeroconf = pytest.importorskip("zeroconf")

HERE = "127.0.0.1"


class Table:
    """A table that announces its name on the loopback interface, and can wait for it."""

    def __init__(self, machine: Callable[[], str] = lambda: HERE):
        self.told: list[str] = []
        self._named = threading.Event()
        self.nearby = MdnsName(machine, 8000, self._hear)
        self.nearby.start()

    def _hear(self, name: str) -> None:
        self.told.append(name)
        self._named.set()

    def named(self) -> str:
        assert self._named.wait(PATIENCE_S)
        return self.told[-1]


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    """Tables with names of their own: any other test run of this machine shares its network."""
    monkeypatch.setattr(nearby, "NAME", f"companion-{os.getpid()}")
    opened: list[Table] = []
    yield opened
    for table in opened:
        table.nearby.stop()


def url(number: int) -> str:
    name = list(nearby.table_names())[number - 1]
    return f"http://{name}.local:8000"


def test_the_second_table_of_a_network_has_a_number_in_its_name() -> None:
    assert list(nearby.table_names())[:3] == ["companion", "companion-2", "companion-3"]


def found(name: str) -> list[str]:
    """The addresses that the network gives for a name."""
    return apart(lambda: _asked(name))


def _asked(name: str) -> list[str]:
    with zeroconf.Zeroconf(interfaces=[HERE]) as asking:
        resolver = zeroconf.AddressResolverIPv4(f"{name}.")
        resolver.request(asking, 3000)
        return list(resolver.parsed_addresses())


@pytest.mark.slow
def test_two_tables_get_two_names_and_a_stopped_one_frees_its_name(
    tables: list[Table],
) -> None:
    tables.append(Table())
    assert tables[0].named() == url(1)
    tables.append(Table())
    assert tables[1].named() == url(2)
    assert found(f"{nearby.NAME}-2.local") == [HERE]
    tables[0].nearby.stop()
    assert tables[0].nearby.address == ""
    tables.append(Table())
    assert tables[2].named() == url(1)


def test_without_the_library_only_a_warning_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    with caplog.at_level(logging.WARNING):
        table = Table()
        table.nearby._thread.join(PATIENCE_S)
    assert "zeroconf" in caplog.text
    assert table.told == []
    table.nearby.stop()


def test_the_name_is_announced_once_a_network_appears(
    monkeypatch: pytest.MonkeyPatch, tables: list[Table]
) -> None:
    monkeypatch.setattr(nearby, "LOOK_S", 0.05)
    addresses = iter(["192.0.2.77", "::1"])
    tables.append(Table(lambda: next(addresses, HERE)))
    assert tables[0].named() == tables[0].nearby.address == url(1)
