"""The builder's way of docs/raspberry-pi.md, from a new system to a service that starts at boot."""

import re
import subprocess
from pathlib import Path

from tests.vm.guide import blocks
from tests.vm.machine import Machine
from tests.vm.part import COMPANION, HOME, Part, property_of, ready

REPOSITORY = Path(__file__).parents[2]
BUNDLE = "/home/pi/sled-companion.bundle"
APT = "sudo DEBIAN_FRONTEND=noninteractive apt-get -q"
LGPIO = "lgpio==0.2.2.0"
"""Built here instead of Raspberry Pi OS's package python3-lgpio, which Debian has not."""

OTHERWISE = {
    "https://…/sled-companion": BUNDLE,  # no address of the repository is known
    " python3-lgpio": "",  # LGPIO below
    "sudo apt ": f"{APT} ",  # nobody is there to answer
}
"""What the walk types instead of a word of the guide, with the reason."""


def typed(block: str) -> str:
    """A block of the guide as the walk types it."""
    for word, instead in OTHERWISE.items():
        block = block.replace(word, instead)
    return block


def software(machine: Machine) -> str:
    """The software, from the repository."""
    bundle = machine.disk.parent / "repository.bundle"
    command = ["git", "-C", str(REPOSITORY), "bundle", "create", "--quiet", str(bundle), "HEAD"]
    subprocess.run(command, check=True)
    machine.put(bundle, BUNDLE)
    machine.run(typed(blocks("From the repository")[0]))
    return machine.run(f"{COMPANION} --version").strip()


def pins(machine: Machine) -> str:
    """What devices on the Pi's own pins need."""
    machine.run(f"cd {HOME}\n{typed(blocks('From the repository')[1])}")
    machine.run(f"{APT} install -y swig && cd {HOME} && PYPI=1 .venv/bin/pip install {LGPIO}")
    return machine.run(f"cd {HOME} && .venv/bin/python -c 'import lgpio; print(lgpio.__file__)'")


def firmware(machine: Machine) -> str:
    """The boards' program: make firmware."""
    machine.run(f"cd {HOME} && make firmware")
    return machine.run(f"cd {HOME}/build/firmware && find . -type f | wc -l").strip() + " files"


def check(machine: Machine) -> str:
    """The check: nothing is BROKEN."""
    said = machine.run(f"cd {HOME} && {blocks('4. The check')[0]}")
    assert "BROKEN" not in said, said
    return f"{len(said.splitlines())} lines"


def at_boot(machine: Machine) -> str:
    """Start at boot, and the card."""
    machine.run(f"cd {HOME} && {blocks('5. Start at boot')[0].splitlines()[0]}")
    took = ready(machine)
    card = machine.run(f"cd {HOME} && {blocks('5. Start at boot')[0].splitlines()[1]}")
    assert re.search(r"^http://10\.0\.2\.15$", card, re.M), card
    assert "PIN: " in card, card
    return f"ready after {took:.0f} s"


def rebooted(machine: Machine) -> str:
    """The service is ready after a reboot, nobody logged in."""
    machine.reboot()
    took = ready(machine)
    up = float(machine.run("cut -d' ' -f1 /proc/uptime"))
    assert property_of(machine, "NRestarts") == "0", "it was restarted during boot"
    return f"ready {took:.0f} s after ssh, {up:.0f} s after power on"


PART = Part("install", (software, pins, firmware, check, at_boot, rebooted), on="", leaves=True)
