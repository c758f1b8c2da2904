"""The Pi's own Wi-Fi network, opened and closed with NetworkManager's nmcli.

For tables without a router: phones join the Pi's network and find the companion at `ADDRESS`. The
network comes back automatically after a restart.
"""

import secrets
from contextlib import suppress
from typing import NamedTuple

from companion.doctor.machine import Machine, Ran
from companion.errors import Refused

CONNECTION = "companion-hotspot"
NAME = "Sled Companion"
ADDRESS = "10.42.0.1"
UP_S = 60
"""Seconds that NetworkManager may take to bring the network up; nmcli then gives up."""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits of a password, without look-alikes: it is typed from a printed card."""

PASSWORD_LENGTH = 10
MOST_NAME_BYTES = 32
PASSWORD = (8, 63)
"""Shortest and longest password that WPA allows."""

DNSMASQ = "/etc/NetworkManager/dnsmasq-shared.d/companion.conf"
"""Read by NetworkManager's dnsmasq whenever a network with method `shared` comes up."""

CHECKS = f"""\
address=/connectivitycheck.gstatic.com/{ADDRESS}
address=/connectivitycheck.android.com/{ADDRESS}
address=/connectivitycheck.platform.hicloud.com/{ADDRESS}
address=/connectivitycheck.cbg-app.huawei.com/{ADDRESS}
address=/wifi.vivo.com.cn/{ADDRESS}
address=/fireoscaptiveportal.com/{ADDRESS}
address=/connect.rom.miui.com/{ADDRESS}
address=/captive.apple.com/{ADDRESS}
address=/www.msftconnecttest.com/{ADDRESS}
address=/www.msftncsi.com/{ADDRESS}
address=/detectportal.firefox.com/{ADDRESS}
address=/connectivity-check.ubuntu.com/{ADDRESS}
address=/nmcheck.gnome.org/{ADDRESS}
address=/network-test.debian.org/{ADDRESS}
address=/dns.msftncsi.com/131.107.255.255
"""
"""Resolves the hosts of internet checks (pages/internet_checks.py) to this machine. They serve
nothing else, so guests of a Pi with internet by cable miss nothing. Windows expects this address
for the last one but fetches nothing from it.
"""

_SSID, _PSK = "802-11-wireless.ssid", "802-11-wireless-security.psk"
_INTERFACE = "connection.interface-name"


class Hotspot(NamedTuple):
    """A hotspot's name, password and Wi-Fi device."""

    name: str
    password: str
    interface: str


def open_hotspot(
    machine: Machine, name: str | None, password: str | None, interface: str
) -> Hotspot:
    """Open the Wi-Fi, now and after each restart.

    None keeps the previous value; the first time it means a default name or a random password.
    Raises Refused; the previous hotspot, or none, is then as before.
    """
    known = standing(machine)
    new = Hotspot(
        name or (known.name if known else NAME),
        password or (known.password if known else _made_up()),
        interface,
    )
    _check(new.name, new.password)
    _answer_checks(machine)
    try:
        _replace(machine, known, new)
    except Refused:
        with suppress(Refused):
            _replace(machine, standing(machine), known)
        raise
    return new


def close_hotspot(machine: Machine) -> None:
    """Close the Wi-Fi for good. Raises Refused with NetworkManager's message."""
    _ignore_checks(machine)
    _nmcli(machine, "connection", "delete", CONNECTION)


def standing(machine: Machine) -> Hotspot | None:
    """The hotspot, None if there is none."""
    fields = f"{_SSID},{_PSK},{_INTERFACE}"
    shown = machine.ran("nmcli", "-s", "-g", fields, "connection", "show", CONNECTION)
    if shown is None or shown.status:
        return None
    name, password, interface = map(_unescaped, f"{shown.text}\n\n".split("\n")[:3])
    return Hotspot(name, password, interface)


def _replace(machine: Machine, old: Hotspot | None, new: Hotspot | None) -> None:
    """Delete the old hotspot, if any, and open the new one, if any."""
    if old:
        _nmcli(machine, "connection", "delete", CONNECTION)
    if new:
        _nmcli(machine, *_add(new))
        _nmcli(machine, "connection", "up", CONNECTION)
    else:
        _ignore_checks(machine)


def _ignore_checks(machine: Machine) -> None:
    with suppress(OSError):
        machine.path(DNSMASQ).unlink()


def _answer_checks(machine: Machine) -> None:
    """Resolve the hosts of internet checks to this machine, for the phones of its network."""
    file = machine.path(DNSMASQ)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(CHECKS, "ascii")
    except OSError as error:
        why = error.strerror or str(error)
        raise Refused("hotspot.not_written", file=DNSMASQ, why=why) from error


def _add(new: Hotspot) -> tuple[str, ...]:
    """The nmcli arguments for an access point with WPA and DHCP."""
    return (
        *("connection", "add", "type", "wifi", "ifname", new.interface, "con-name", CONNECTION),
        *("autoconnect", "yes", "ssid", new.name, "802-11-wireless.mode", "ap"),
        *("802-11-wireless.band", "bg", "ipv4.method", "shared"),
        *("ipv4.addresses", f"{ADDRESS}/24", "ipv6.method", "disabled"),
        *("802-11-wireless-security.key-mgmt", "wpa-psk", _PSK, new.password),
    )


def _nmcli(machine: Machine, *words: str) -> Ran:
    ran = machine.ran("nmcli", "--wait", str(UP_S), *words, most_s=UP_S + 10)
    if ran is None:
        raise Refused("hotspot.no_nmcli")
    if ran.status:
        raise Refused("hotspot.refused", detail=ran.fault or ran.text)
    return ran


def _check(name: str, password: str) -> None:
    if not 1 <= len(name.encode()) <= MOST_NAME_BYTES:
        raise Refused("hotspot.bad_name", most=MOST_NAME_BYTES)
    shortest, longest = PASSWORD
    if not shortest <= len(password) <= longest or not (
        password.isascii() and password.isprintable()
    ):
        raise Refused("hotspot.bad_password", low=shortest, high=longest)


def _made_up() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LENGTH))


def _unescaped(text: str) -> str:
    """Remove the backslashes before colons and backslashes in nmcli's terse output."""
    return text.replace("\\:", ":").replace("\\\\", "\\")
