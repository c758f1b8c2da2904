"""The program as installed: its version, and the places of the Debian package (setup/debian/)."""

import sys
from importlib.metadata import version as of_distribution
from pathlib import Path

PREFIX = Path("/usr/lib/sled-companion/venv")
"""The package's Python environment."""

PROGRAM = "/usr/bin/companion"
"""The package's command: it says so if Debian's Python has changed and PREFIX no longer fits."""

USER = "sled-companion"
FIRMWARE = Path("/usr/share/sled-companion/firmware")
"""What `make firmware` built."""


def version() -> str:
    """The version in pyproject.toml at the time of the installation."""
    return of_distribution("sled-companion")


def is_packaged() -> bool:
    """Whether this program runs from the Debian package."""
    return Path(sys.prefix) == PREFIX
