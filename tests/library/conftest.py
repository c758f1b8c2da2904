"""Fixtures of the library's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.table_actor import Actor


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Actor]:
    """A table with a host's phone."""
    actor = Actor(tmp_path)
    actor.post("first", "host")
    yield actor
    actor.close()
