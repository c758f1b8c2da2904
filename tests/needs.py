"""Skip the tests whose programs are missing on this machine, and count them at the end."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

PACKAGES = Path(__file__).parent.parent / "setup" / "packages.sh"

NEEDS = {
    "browser": ("chromium", "fonts-dejavu-core", "libatomic1"),
    "haproxy": ("haproxy",),
    "openssl": ("openssl",),
    "mosquitto": ("mosquitto",),
    "nats": ("nats-server",),
    "postgresql": ("postgresql",),
}
"""Marker of a test: the Debian packages it needs. `make test` offers to install them."""

REASON = "NOT TESTED, missing: "


@cache
def missing(*packages: str) -> tuple[str, ...]:
    """Which of these Debian packages are missing, according to setup/packages.sh."""
    listed = subprocess.run(
        [PACKAGES, "--missing", *packages], capture_output=True, text=True, check=True
    )
    return tuple(listed.stdout.split())


def skip_what_cannot_run(items: Iterable[pytest.Item]) -> None:
    """Mark each test that needs something missing as skipped, with the packages as the reason."""
    for item in items:
        marked = [need for need in NEEDS if item.get_closest_marker(need)]
        lacking = [package for need in marked for package in missing(*NEEDS[need])]
        if lacking:
            item.add_marker(pytest.mark.skip(reason=REASON + " ".join(lacking)))


def summary(reasons: Iterable[str]) -> list[str]:
    """Lines that count the skipped tests by missing package, and the command that installs it."""
    counts = Counter(
        match[1] for reason in reasons if (match := re.search(f"{REASON}(.*)", reason))
    )
    if not counts:
        return []
    packages = sorted({package for lacking in counts for package in lacking.split()})
    return [
        *(f"tests that need {lacking}: {number}" for lacking, number in counts.most_common()),
        f"To run them: sudo apt-get install --no-install-recommends {' '.join(packages)}",
    ]
