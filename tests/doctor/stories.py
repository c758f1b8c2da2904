"""A story for every fault of the machine: it causes the fault and, after the yield, cures it.

A story is named after its fault's id.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from sick_pi import BUTTON, READER, SickPi, strip

from companion.doctor.checks import strips
from companion.doctor.doctor import read_table
from companion.messages import sentence
from companion.system.systemd_unit import UNIT_PATH

Story = Iterator[None]


def python_old(pi: SickPi) -> Story:
    pi.python = (3, 9, 2)
    yield
    pi.python = (3, 11, 2)


def language_missing(pi: SickPi) -> Story:
    pi.environ["LANG"] = "nb_NO.UTF-8"
    yield
    pi.environ["LANG"] = "C.UTF-8"


def clock_unset(pi: SickPi) -> Story:
    pi.remove("/run/systemd/timesync/synchronized")
    yield
    pi.write("/run/systemd/timesync/synchronized")


def power_low(pi: SickPi) -> Story:
    """Field report 75."""
    pi.command("vcgencmd", "throttled=0x50005")
    yield
    pi.command("vcgencmd", "throttled=0x50000")


def power_was_low(pi: SickPi) -> Story:
    pi.command("vcgencmd", "throttled=0x50000")
    yield
    pi.command("vcgencmd", "throttled=0x0")


def too_hot(pi: SickPi) -> Story:
    pi.command("vcgencmd", "throttled=0x80008")
    yield
    pi.command("vcgencmd", "throttled=0x0")


def package_missing(pi: SickPi) -> Story:
    """Field report 65: a strip without its driver."""
    pi.board("5")
    pi.device("/dev/pio0")
    pi.toml = strip("D18")
    yield
    pi.module("adafruit_raspberry_pi5_neopixel_write")


def no_pi(pi: SickPi) -> Story:
    pi.toml = BUTTON
    pi.write("/proc/cpuinfo", "vendor_id : GenuineIntel\n")
    yield
    pi.board("3B")


def pin_factory(pi: SickPi) -> Story:
    """Field report 58: a library other than lgpio is reported, never used silently."""
    pi.toml = BUTTON
    pi.environ["GPIOZERO_PIN_FACTORY"] = "rpigpio"
    yield
    pi.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"


def gpio_missing(pi: SickPi) -> Story:
    pi.toml = BUTTON
    pi.remove("/dev/gpiochip0")
    yield
    pi.device("/dev/gpiochip0")


def gpio_forbidden(pi: SickPi) -> Story:
    pi.toml = BUTTON
    pi.device("/dev/gpiochip0", 0o600)
    yield
    pi.device("/dev/gpiochip0", 0o660)


def bus_off(pi: SickPi) -> Story:
    pi.toml = '[[reader]]\nbus = "i2c"\n'
    yield
    pi.device("/dev/i2c-1")


def not_in_group(pi: SickPi) -> Story:
    pi.toml = READER
    pi.become(os.getuid() + 1)
    yield
    pi.become(os.getuid() + 1, os.getgid())


def port_missing(pi: SickPi) -> Story:
    pi.toml = '[[reader]]\nport = "/dev/serial/by-path/usb-1.4"\n'
    yield
    pi.link("/dev/serial/by-path/usb-1.4", "../../ttyAMA0")


def port_forbidden(pi: SickPi) -> Story:
    pi.toml = READER
    pi.device("/dev/ttyAMA0", 0o600)
    yield
    pi.device("/dev/ttyAMA0", 0o660)


def uart_off(pi: SickPi) -> Story:
    pi.toml = READER
    pi.remove("/dev/serial0")
    pi.write("/boot/firmware/config.txt", "#enable_uart=1\n")
    yield
    pi.write("/boot/firmware/config.txt", "enable_uart=1\n")
    pi.link("/dev/serial0", "ttyAMA0")


def mini_uart(pi: SickPi) -> Story:
    pi.toml = READER
    pi.device("/dev/ttyS0")
    pi.link("/dev/serial0", "ttyS0")
    yield
    pi.link("/dev/serial0", "ttyAMA0")


def serial_console(pi: SickPi) -> Story:
    pi.toml = READER
    pi.write("/boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1")
    yield
    pi.write("/boot/firmware/cmdline.txt", "console=tty1")


def serial_getty(pi: SickPi) -> Story:
    pi.toml = READER
    pi.command("systemctl", "active", "*serial-getty@ttyAMA0*")
    yield
    pi.command("systemctl", "inactive")


def modem_manager(pi: SickPi) -> Story:
    """Field report 88."""
    pi.command("systemctl", "active", "*ModemManager*")
    yield
    pi.write("/etc/udev/rules.d/60-companion.rules")


def brltty(pi: SickPi) -> Story:
    rules = 'ENV{PRODUCT}=="1a86/7523/*", ENV{BRLTTY_BRAILLE_DRIVER}="bm"\n'
    pi.write("/usr/lib/udev/rules.d/85-brltty.rules", rules)
    yield
    pi.write("/usr/lib/udev/rules.d/85-brltty.rules", f"# {rules}")


def same_name(pi: SickPi) -> Story:
    """Field report 83: two CH340 of the same name, both configured by path."""
    pi.usb("ttyUSB0", "USB Serial")
    pi.usb("ttyUSB1", "USB Serial")
    pi.link("/dev/serial/by-path/socket-1", "../../ttyUSB0")
    pi.toml = '[[reader]]\nport = "/dev/serial/by-path/socket-1"\n'
    yield
    pi.usb("ttyUSB1", "USB Serial", serial="0001")


def same_name_used(pi: SickPi) -> Story:
    """Field report 83: two CH340 that share a by-id link."""
    pi.usb("ttyUSB0", "USB Serial")
    pi.usb("ttyUSB1", "USB Serial")
    pi.link("/dev/serial/by-id/usb-1a86", "../../ttyUSB1")
    pi.link("/dev/serial/by-path/socket-2", "../../ttyUSB1")
    pi.toml = '[[reader]]\nport = "/dev/serial/by-id/usb-1a86"\n'
    yield
    pi.toml = '[[reader]]\nport = "/dev/serial/by-path/socket-2"\n'


def no_data_port(pi: SickPi) -> Story:
    """Field report 93: a board without our boot.py."""
    pi.usb("ttyACM0", "Pico", "E66", "CircuitPython CDC control")
    yield
    pi.usb("ttyACM1", "Pico", "E66", "CircuitPython CDC2 control", number=2)


def console_named(pi: SickPi) -> Story:
    pi.usb("ttyACM0", "Pico", "E66", "CircuitPython CDC control")
    pi.usb("ttyACM1", "Pico", "E66", "CircuitPython CDC2 control", number=2)
    pi.link("/dev/serial/by-id/pico-if00", "../../ttyACM0")
    pi.link("/dev/serial/by-id/pico-if02", "../../ttyACM1")
    pi.toml = '[[seat]]\nport = "/dev/serial/by-id/pico-if00"\n'
    yield
    pi.toml = '[[seat]]\nport = "/dev/serial/by-id/pico-if02"\n'


def strip_root(pi: SickPi) -> Story:
    """Field report 71."""
    pi.toml = strip("D18")
    yield
    pi.toml = strip("D10")


def strip_spi_off(pi: SickPi) -> Story:
    pi.toml = strip("D10")
    pi.remove("/dev/spidev0.0")
    yield
    pi.device("/dev/spidev0.0")


def strip_core_freq(pi: SickPi) -> Story:
    """Field report 68."""
    pi.toml = strip("D10")
    pi.write("/boot/firmware/config.txt", "core_freq=500\n")
    yield
    pi.write("/boot/firmware/config.txt", "core_freq=500\ncore_freq_min=500\n")


def strip_buffer(pi: SickPi) -> Story:
    pi.toml = strip("D10", 500)
    yield
    pi.write("/proc/cmdline", "rootwait spidev.bufsiz=32768")


def strip_audio(pi: SickPi) -> Story:
    pi.toml = strip("D18")
    pi.write("/boot/firmware/config.txt", "dtparam=audio=on\n")
    yield
    pi.write("/etc/modprobe.d/no-sound.conf", "blacklist snd_bcm2835\n")


def strip_pio(pi: SickPi) -> Story:
    pi.board("5")
    pi.toml = strip("D18")
    yield
    pi.device("/dev/pio0")


def strip_pio_forbidden(pi: SickPi) -> Story:
    pi.board("5")
    pi.toml = strip("D18")
    pi.device("/dev/pio0", 0o600)
    yield
    pi.device("/dev/pio0", 0o660)


def data_volatile(pi: SickPi) -> Story:
    pi.write("/proc/mounts", "disk / ext4 rw 0 0\noverlay / overlay rw 0 0\n")
    yield
    pi.write("/proc/mounts", "overlay / overlay rw 0 0\n/dev/sda1 /data ext4 rw 0 0\n")


def data_read_only(pi: SickPi) -> Story:
    pi.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n")
    yield
    pi.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")


def data_kind(pi: SickPi) -> Story:
    """The database's name belongs to a pipe."""
    database = pi.root / "data/companion.db"
    database.unlink()
    os.mkfifo(database, 0o666)
    database.chmod(0o666)
    yield
    database.unlink()
    pi.write("/data/companion.db")
    database.chmod(0o666)


def data_no_directory(pi: SickPi) -> Story:
    """A file has the name of the data directory."""
    data = pi.root / "data"
    data.rename(pi.root / "aside")
    pi.write("/data")
    data.chmod(0o666)
    yield
    data.unlink()
    (pi.root / "aside").rename(data)


def data_forbidden(pi: SickPi) -> Story:
    """The data directory belongs to root after a first start with sudo."""
    database = pi.root / "data/companion.db"
    database.chmod(0o644)
    yield
    database.chmod(0o666)


def data_owner(pi: SickPi) -> Story:
    if os.getuid() == 0:
        os.chown(pi.root / "data", 1234, 1234)
    pi.become(0)
    yield
    pi.become(os.getuid() + 1)


def disk_full(pi: SickPi) -> Story:
    pi.free_mb(3)
    yield
    pi.free_mb(30)


def disk_nearly_full(pi: SickPi) -> Story:
    pi.free_mb(199)
    yield
    pi.free_mb(200)


def port_in_use(pi: SickPi) -> Story:
    pi.write("/proc/net/tcp", "  sl  local rem st\n 0: 00000000:1F40 00000000:0000 0A\n")
    yield
    pi.write("/proc/net/tcp", "  sl  local rem st\n 0: 00000000:1F40 00000000:0000 06\n")


def port_80_in_use(pi: SickPi) -> Story:
    pi.write("/proc/net/tcp6", "  sl  local rem st\n 0: 00000000:0050 00000000:0000 0A\n")
    yield
    pi.remove("/proc/net/tcp6")


def two_copies(pi: SickPi) -> Story:
    """Field report 60."""
    pi.write("/proc/101/cmdline", "/usr/bin/python3\0/home/pi/.venv/bin/companion\0run\0")
    pi.write("/proc/202/cmdline", "python3\0-m\0companion\0run\0--simulate\0")
    pi.write("/proc/303/cmdline", "python3\0-m\0companion\0doctor\0")
    pi.write("/proc/404/cmdline", "sudo\0/home/pi/.venv/bin/companion\0run\0")
    yield
    pi.remove("/proc/202/cmdline")


def service_fails(pi: SickPi) -> Story:
    why = "/home/pi/table.toml, line 9: there is no seat 6."
    pi.command("systemctl", f"StatusText={why}\nActiveState=failed\nSubState=failed", "show*")
    (finding,) = [each for each in pi.examine() if each.id == "service_fails"]
    assert sentence("doctor.service_fails", finding.params).endswith(why)
    yield
    pi.command("systemctl", f"StatusText={why}\nActiveState=active\nSubState=running", "show*")


def service_table(pi: SickPi) -> Story:
    """A table.toml that was written after `service install`."""
    pi.toml = '[[seat]]\ncolour = "red"\n'
    start = "ExecStart=/home/pi/.venv/bin/python3 -m companion run --port 8000 --also-port 80"
    pi.write(UNIT_PATH, f"{start}\n")
    yield
    pi.write(UNIT_PATH, f"{start} --table {Path('table.toml').absolute()}\n")


def table_unreadable(pi: SickPi) -> Story:
    file = pi.folder / "table.toml"
    pi.examine = lambda: read_table(file)[1]
    yield
    file.write_text('[[seat]]\ncolour = "red"\n')
    assert pi.ids() == {"fine_table"}
    pi.examine = tuple


def table_wrong(pi: SickPi) -> Story:
    file = pi.folder / "table.toml"
    file.write_text('[table]\nname = "Kitchen"\n\n[[seat]]\n[[seet]]\ncolour = "red"\n')
    pi.examine = lambda: read_table(file)[1]
    (finding,) = pi.examine()
    assert "line 5" in sentence(f"doctor.{finding.id}", finding.params)
    yield
    file.write_text('[[seat]]\ncolour = "red"\n')


def table_line(pi: SickPi) -> Story:
    file = pi.folder / "table.toml"
    file.write_text('[table]\nname = "Kitchen"\n\n[[seat]]\ncolor = "red"\n[[seat]]\n')
    pi.examine = lambda: read_table(file)[1]
    (finding,) = pi.examine()
    assert "line 5" in sentence(f"doctor.{finding.id}", finding.params)
    assert len(read_table(file)[0].seats) == 2, "everything else is examined as it is"
    yield
    file.write_text('[[seat]]\ncolour = "red"\n')


def wled_unknown(pi: SickPi) -> Story:
    pi.toml = '[[strip]]\nwled = "wled-x.invalid"\npixels = 6\nsegments = [[1, 0, 6]]\n'
    pi.examine = lambda: strips.wleds(pi.case)
    yield
    pi.wleds = {"wled-x.invalid": "192.0.2.7"}
