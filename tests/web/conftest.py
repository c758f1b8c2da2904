"""Fixtures: a service for a whole file, and a service for one test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.evening.service import Service
from tests.web.site import Device


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for a whole file; each test starts its own race."""
    running = Service(tmp_path_factory.mktemp("table") / "data", "--simulate")
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture(scope="module")
def phone(table: Service, browser: Browser) -> Iterator[Device]:
    """The host's phone for a whole file."""
    with Device(table, browser) as device:
        yield device


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A running service with the simulated room."""
    running = Service(tmp_path / "data", "--simulate")
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture
def host(service: Service, browser: Browser) -> Iterator[Device]:
    """The first phone, which is the host's."""
    with Device(service, browser) as device:
        yield device
