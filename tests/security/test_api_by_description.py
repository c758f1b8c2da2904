"""The API against its own description, for a short time; `make fuzz` takes longer."""

from pathlib import Path

import pytest

from tests.evening.service import Phone, Service
from tests.security.api import described, fuzz


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seconds", [3, pytest.param(20, marks=pytest.mark.long)])
def test_every_answer_is_described(tmp_path: Path, fast_path: bool, seconds: int) -> None:
    service = Service(tmp_path / "data", "--simulate", fast_path=fast_path).start()
    try:
        done = fuzz(service, seconds, seed=1)
        count = described(done)
        assert count, done.stdout[-6000:]
        assert Phone(service).get("/health")["ok"]
    finally:
        assert service.stop() == 0
    print(f"{count} requests, every answer as described")
