"""A board's drive (FAT, labelled CIRCUITPY) and a backup stick on the USB socket."""

import subprocess
from pathlib import Path

from tests.vm.guide import blocks
from tests.vm.machine import Machine
from tests.vm.part import HOME, Part, ready

BOOT_OUT = "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040"
MOUNT, INSTALL = blocks("3. The boards at the seats")[0].splitlines()
LABELLED = "/dev/disk/by-label"


def drive(machine: Machine, name: str, size: str, label: str) -> Path:
    """Plug in a new drive with a FAT file system of this label."""
    file = machine.disk.parent / f"{name}.img"
    subprocess.run(["truncate", "-s", size, str(file)], check=True)
    machine.plug(name, file)
    machine.until("test -b /dev/sda", 60.0)
    machine.run(f"mkfs.vfat -n {label} /dev/sda && udevadm trigger /dev/sda", user="root")
    machine.until(f"test -b {LABELLED}/{label}", 60.0)
    return file


def installed(machine: Machine) -> str:
    """As the guide says: mount, install, unmount; the files are the kit's."""
    drive(machine, "board", "4M", "CIRCUITPY")
    machine.run(MOUNT)
    machine.run(f"echo '{BOOT_OUT}' >/mnt/boot_out.txt")
    machine.run(f"cd {HOME} && {INSTALL}")
    machine.run(f"sudo mount -o ro {LABELLED}/CIRCUITPY /mnt")
    differs = f"cd {HOME} && diff -r build/firmware /mnt -x boot_out.txt -x .fseventsd -x '.*'"
    machine.run(differs)
    machine.run("sudo umount /mnt")
    return "every file equal"


def no_board(machine: Machine) -> str:
    """A drive without boot_out.txt is refused."""
    machine.run(MOUNT)
    machine.run("rm /mnt/boot_out.txt")
    said = machine.run(f"cd {HOME} && ! .venv/bin/companion firmware install /mnt 2>&1")
    assert "boot_out.txt" in said, said
    machine.run(f"echo '{BOOT_OUT}' >/mnt/boot_out.txt; sudo umount /mnt")
    return said.strip().splitlines()[-1]


def read_only(machine: Machine) -> str:
    """A drive that cannot be written is refused."""
    machine.run(f"sudo mount -o ro {LABELLED}/CIRCUITPY /mnt")
    said = machine.run(f"cd {HOME} && ! .venv/bin/companion firmware install /mnt 2>&1")
    machine.run("sudo umount /mnt")
    assert "Traceback" not in said, said
    return said.strip().splitlines()[-1]


def too_small(machine: Machine) -> str:
    """A drive that is too small is refused."""
    machine.unplug("board")
    drive(machine, "small", "64K", "SMALLPY")
    machine.run(f"sudo mount -o uid=$USER {LABELLED}/SMALLPY /mnt")
    machine.run(f"echo '{BOOT_OUT}' >/mnt/boot_out.txt")
    said = machine.run(f"cd {HOME} && ! .venv/bin/companion firmware install /mnt 2>&1")
    assert "Traceback" not in said, said
    machine.run("sudo umount /mnt")
    machine.unplug("small")
    return said.strip().splitlines()[-1]


def stick(machine: Machine) -> str:
    """A backup stick of table.toml gets a copy of the races."""
    drive(machine, "stick", "64M", "STICK")
    machine.run(f"sudo mkdir -p /media/usb; sudo mount -o uid=$USER {LABELLED}/STICK /media/usb")
    machine.run(f"printf '[table]\\nbackup = \"/media/usb\"\\n' >{HOME}/table.toml")
    machine.run(f"cd {HOME} && sudo .venv/bin/companion service renew")
    ready(machine)
    machine.until("ls -A /media/usb | grep -q .", 300.0)
    return machine.run("ls -A /media/usb").strip()


PART = Part("drives", (installed, no_board, read_only, too_small, stick))
