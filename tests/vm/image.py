"""The disk of the virtual machine: Debian for the Pi's user, from Debian's packages by name.

Needs root, mmdebstrap and e2fsprogs. Built once and kept in build/vm; a change of this file builds
it again. Two kernel parts that Debian leaves out are built in it: simulated pins (gpio-sim), and
more serial ports for simulated boards (u_serial's limit).
"""

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

WORK = Path(__file__).parents[2] / "build" / "vm"
MIRROR = "http://deb.debian.org/debian"
RELEASE = "trixie"
SIZE = "8G"
USER = "pi"
AUTHORITIES = Path("/usr/local/share/ca-certificates")
"""Certificate authorities that the host's owner added: the machine trusts them, too."""

PI_OS = "systemd-sysv dbus udev sudo openssh-server network-manager modemmanager wpasupplicant \
avahi-daemon python3 ca-certificates curl iproute2 kmod procps linux-image-amd64 locales"
"""Of the packages of a Raspberry Pi OS Lite, those that the walk meets."""

LABORATORY = "dosfstools iw isc-dhcp-client gcc make xz-utils linux-headers-amd64 linux-source"

SET_UP = r"""set -e
echo sled >/etc/hostname
printf '127.0.0.1 localhost\n127.0.1.1 sled\n' >/etc/hosts
echo '/dev/vda / ext4 defaults 0 1' >/etc/fstab
for group in gpio spi i2c; do groupadd -f $group; done
useradd -m -s /bin/bash -G sudo,dialout,netdev,gpio,spi,i2c pi
echo 'pi ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/pi
for home in /home/pi /root; do
  install -d -m 700 $home/.ssh
  cp /tmp/key.pub $home/.ssh/authorized_keys
done
chown -R pi:pi /home/pi/.ssh
printf 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n' >/etc/udev/rules.d/60-gpio.rules
update-ca-certificates >/dev/null
"""

MODULES = r"""set -e
kernel=$(ls /lib/modules)
source=$(ls /usr/src/linux-source-*.tar.xz)
mkdir /usr/src/laboratory
cd /usr/src/laboratory
tar -xf $source --strip-components=3 --wildcards \
  '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c'
tar -xf $source --strip-components=5 --wildcards \
  '*/drivers/usb/gadget/function/u_serial.[ch]'
# Not exported to modules; this does the same
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' irq_sim.c
sed -i 's/define MAX_U_SERIAL_PORTS.*/define MAX_U_SERIAL_PORTS 16/' u_serial.h
printf 'obj-m := gpio-sim-bank.o u_serial.o\ngpio-sim-bank-y := gpio-sim.o irq_sim.o\n' >Makefile
make -s -C /lib/modules/$kernel/build M=$PWD modules
install -D -m 644 -t /lib/modules/$kernel/updates *.ko
depmod $kernel
rm -rf /usr/src/laboratory /usr/src/linux-source-*
"""


class Image(NamedTuple):
    """A bootable disk (raw), its kernel and initial file system, and the key for ssh."""

    disk: Path
    kernel: Path
    initrd: Path
    key: Path


def image() -> Image:
    """The machine's image, built if it is not there."""
    sum_ = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    folder = WORK / f"{RELEASE}-{sum_}"
    made = Image(*(folder / name for name in ("disk.img", "vmlinuz", "initrd.img", "key")))
    if not made.disk.exists():
        _build(folder, made)
    return made


def _build(folder: Path, made: Image) -> None:
    print(f"Building {made.disk} (once, some ten minutes) …", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    root = folder / "root"
    folder.mkdir(parents=True)
    packages = ",".join(f"{PI_OS} {LABORATORY}".split())
    options = ["--variant=apt", f"--include={packages}", '--aptopt=Apt::Install-Recommends "false"']
    _run("mmdebstrap", "--quiet", *options, RELEASE, str(root), MIRROR)
    _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(made.key))
    shutil.copy(f"{made.key}.pub", root / "tmp" / "key.pub")
    if AUTHORITIES.is_dir():
        authorities = root / str(AUTHORITIES).lstrip("/")
        shutil.copytree(AUTHORITIES, authorities, dirs_exist_ok=True)
    with _mounted(root):
        _run("chroot", str(root), "bash", "-c", SET_UP)
        _run("chroot", str(root), "bash", "-c", MODULES)
    for name, kept in (("vmlinuz", made.kernel), ("initrd.img", made.initrd)):
        (found,) = (root / "boot").glob(f"{name}-*")
        shutil.copy(found, kept)
    part = made.disk.with_suffix(".part")
    _run("truncate", "-s", SIZE, str(part))
    _run("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(part))
    shutil.rmtree(root)
    part.rename(made.disk)


@contextmanager
def _mounted(root: Path) -> Iterator[None]:
    """With /proc, for programs that need it."""
    _run("mount", "-t", "proc", "proc", str(root / "proc"))
    try:
        yield
    finally:
        _run("umount", str(root / "proc"))


def _run(*words: str) -> None:
    subprocess.run(words, check=True)
