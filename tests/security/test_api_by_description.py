"""The API against its own description, for as long as CI has time; make fuzz goes on for longer."""

import re
from pathlib import Path

import pytest

from tests.evening.service import Phone, Service
from tests.security.api import fuzz

SECONDS, LEAST = 9, 100


@pytest.mark.slow
def test_no_request_gets_an_answer_that_is_not_described(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--simulate").start()
    try:
        done = fuzz(service, SECONDS, seed=1)
        assert done.returncode == 0, done.stdout[-6000:]
        assert Phone(service).get("/health")["ok"]
    finally:
        assert service.stop() == 0
    counted = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    assert counted, done.stdout[-3000:]
    assert int(counted[1]) == int(counted[2]) >= LEAST
    print(f"{counted[1]} requests, every answer as described")
