"""The API against its own description, for a short time; `make fuzz` takes longer."""

from pathlib import Path

import pytest

from tests.evening.service import Phone, Service
from tests.security.api import described, fuzz

SECONDS = 8


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_answer_is_described(tmp_path: Path, fast_path: bool) -> None:
    service = Service(tmp_path / "data", "--simulate", fast_path=fast_path).start()
    try:
        done = fuzz(service, SECONDS, seed=1)
        count = described(done)
        assert count, done.stdout[-6000:]
        assert Phone(service).get("/health")["ok"]
    finally:
        assert service.stop() == 0
    print(f"{count} requests, every answer as described")
