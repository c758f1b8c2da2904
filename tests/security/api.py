"""The API against its own description: python -m tests.security.api SECONDS [SEED].

schemathesis generates valid and invalid requests from docs/openapi.json. A fault is any answer that
is not described, or that is a server error. The requests come from the host's phone, so that rights
stop none of them.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.evening.script import options
from tests.evening.service import Phone, Service
from tests.patience import PATIENCE_S

DESCRIPTION = Path(__file__).parents[2] / "docs" / "openapi.json"
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance"
)


NOTHING = "No test cases were generated"
"""schemathesis' message if the time ended before its first request."""


def fuzz(service: Service, seconds: int, seed: int) -> subprocess.CompletedProcess[str]:
    """Send requests for this many seconds, at least one. Status 0 if all answers are described."""
    host = Phone(service)
    race = host.post("/races", game="snow_tails", options=options((1, 3, 5)))
    assert race.status == 200, race
    words = [
        *(str(Path(sys.executable).with_name("schemathesis")), "run", str(DESCRIPTION)),
        *("--url", f"{service.url}/api/v1", "--checks", CHECKS, "--seed", str(seed)),
        *("--header", f"Cookie:{host.cookie}", "--header", f"Origin:{service.url}"),
        *("--exclude-path-regex", "stream$|restore$", "--warnings", "off"),
        *("--request-timeout", str(PATIENCE_S), "--max-time"),
    ]
    while True:
        told = [*words, str(seconds)]
        done = subprocess.run(told, cwd=service.data, capture_output=True, text=True)
        if NOTHING not in done.stdout:
            return done
        seconds *= 4


def described(done: subprocess.CompletedProcess[str]) -> int:
    """The number of requests sent, 0 if an answer was not as described."""
    counted = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    if done.returncode or not counted or counted[1] != counted[2]:
        return 0
    return int(counted[1])


def main(seconds: int, seed: int) -> int:
    """Fuzz a service of its own. Returns the exit status."""
    with TemporaryDirectory() as folder:
        service = Service(Path(folder, "data"), "--simulate").start()
        try:
            done = fuzz(service, seconds, seed)
        finally:
            status = service.stop()
    print(done.stdout, *service.said, sep="\n")
    return status if described(done) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(*sys.argv[2:3] or ("1",))))
