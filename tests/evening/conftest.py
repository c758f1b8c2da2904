"""The service in the simulated room, and a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.evening.outside import OutsideRoom
from tests.evening.service import Phone, Service, Stream
from tests.patience import PATIENCE_S

expect.set_options(timeout=1000 * PATIENCE_S)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A running service with the simulated room."""
    running = Service(tmp_path / "data", "--simulate")
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[tuple[Service, OutsideRoom]]:
    """A service with nodes in another process, which outlive it.

    Its disk is slow, so that acts are on disk for a while before their nodes know it.
    """
    colours = ("red", "blue", "green")
    with OutsideRoom(tmp_path, tmp_path / "data", colours) as room:
        running = Service(tmp_path / "data", "--table", str(room.table), "--sync-delay-ms", "100")
        try:
            yield running.start(), room
        finally:
            running.stop()


@pytest.fixture
def host(service: Service) -> Phone:
    """The first phone that opens a page: it may do everything."""
    return Phone(service)


@pytest.fixture
def stream(host: Phone) -> Iterator[Stream]:
    """The host's stream, once every seat is connected."""
    opened = Stream(host.service)
    opened.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
    try:
        yield opened
    finally:
        opened.close()
