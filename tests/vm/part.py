"""A part of the walk: named steps on a machine of its own."""

from collections.abc import Callable
from typing import NamedTuple

from tests.vm.machine import Machine

HOME = "sled-companion"
"""The folder of the repository, below the user's home."""
COMPANION = f"cd {HOME} && .venv/bin/companion"
HEALTH = "curl -s -m 5 http://127.0.0.1:8000/api/v1/health"
JOURNAL = "journalctl -u companion --no-pager -n 60"

Step = Callable[[Machine], str]
"""What is done and shown; returns what the table says of it. Raises AssertionError."""


class Part(NamedTuple):
    """`on`: the layer that the machine starts from: the image, or what another part left.

    `leaves`: whether later parts start from its disk.
    """

    name: str
    steps: tuple[Step, ...]
    on: str = "install"
    leaves: bool = False
    memory_mb: int = 2048


def title(step: Step) -> str:
    """A step's name: the first line of its docstring."""
    assert step.__doc__
    return step.__doc__.splitlines()[0].rstrip(".")


def ready(machine: Machine, timeout_s: float = 600.0) -> float:
    """Wait until the service answers. Returns the seconds."""
    return machine.until(f"{HEALTH} | grep -q version", timeout_s)


def property_of(machine: Machine, name: str) -> str:
    """A property of the service's unit, as systemd shows it."""
    return machine.run(f"systemctl show companion -P {name}").strip()
