"""The dependencies: locked by hash, and checked for known vulnerabilities."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCKS = {
    "requirements.lock": ("build",),
    "requirements-pi.lock": ("build", "pi", "mdns"),
    "requirements-hall.lock": ("build", "hall-server"),
}
UNREACHED = (
    "not found on PyPI",
    "Failed to resolve",
    "Max retries",
    "ConnectionError",
    "timed out",
)
"""pip-audit's messages if its database cannot be reached."""


def project() -> Mapping[str, Any]:
    told: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return told


def locked(lock: str) -> dict[str, tuple[str, str, int]]:
    """Each package in a lock: version, marker and number of hashes."""
    text = (ROOT / lock).read_text("utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        if pinned := re.match(r"([a-z0-9-]+)==(\S+)(?: ; ([^\\]*?))?\s+--hash", line):
            hashes = re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line)
            found[pinned[1]] = (pinned[2], pinned[3] or "", len(hashes))
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_every_dependency_is_locked_as_in_pyproject(lock: str) -> None:
    there = locked(lock)
    extras = project()["optional-dependencies"]
    wanted = [
        *project()["dependencies"],
        *(each for extra in LOCKS[lock] for each in extras[extra]),
    ]
    for line in wanted:
        requirement = Requirement(line)
        pinned, _, files = there[requirement.name]
        assert pinned in requirement.specifier
        assert files


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    lines = [line for line in text.splitlines() if "==" in line and not line.startswith(" ")]
    assert len(lines) == len(locked(lock)) >= 14
    assert "://" not in text, "a lock names no place, only packages"


def test_compiled_packages_have_wheels_for_small_machines() -> None:
    """MarkupSafe is the only package of the service that is compiled."""
    assert locked("requirements.lock")["markupsafe"][2] > 50


def test_installed_versions_are_the_locked_ones() -> None:
    for name, (pinned, marker, _) in locked("requirements.lock").items():
        if not marker or Marker(marker).evaluate():
            assert version(name) == pinned, f"{name}: make .venv/.run"


def test_known_vulnerabilities_are_looked_up() -> None:
    """If the database cannot be reached, the test is skipped with that reason."""
    words = ["--strict", "--disable-pip", "--require-hashes", "--requirement", "requirements.lock"]
    done = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--timeout", "10", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=550,
    )
    said = done.stdout + done.stderr
    if done.returncode and any(word in said for word in UNREACHED):
        pytest.skip("the database of known holes cannot be reached: NOTHING WAS AUDITED")
    assert done.returncode == 0, said
