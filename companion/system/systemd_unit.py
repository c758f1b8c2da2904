"""The commands `companion service install / remove / show`: the systemd unit and the udev rules.

The unit follows hardware.md section 5: it reports ready and alive by sd_notify (systemd_notify.py)
and is hardened as far as serial ports and pins allow. PrivateDevices and ProtectClock are left out,
because they hide the devices.
"""

import os
import pwd
import re
import shlex
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.config import phones_only
from companion.doctor.checks.ports import RULES
from companion.doctor.checks.running import UNIT
from companion.doctor.machine import Machine
from companion.errors import ConfigError, Refused
from companion.messages import sentence
from companion.system.package import PROGRAM, USER, is_packaged
from companion.table_file.file import load, owners_file

FINE, WRONG = 0, 1

NAME = "companion"
UNIT_PATH = f"/etc/systemd/system/{UNIT}"

PORT, HTTP = 8000, 80
GROUPS = ("dialout", "gpio", "spi", "i2c")
ROOT = "root"
START_S = 100.0
"""systemd's default start timeout: a service that is not ready after 90 s has failed."""

UNIT_TEXT = """\
# Written by `companion service install`; written again by the next one and by `service renew`.
[Unit]
Description=Sled Companion: a table of board games with lights, readers and phones
After=network.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
WatchdogSec=15
Restart=always
RestartSec=2
RestartPreventExitStatus=2 78
TimeoutStopSec=8
User={user}
ExecStartPre=+-/bin/chown -R {user}: %S/{name}
SupplementaryGroups={groups}
ExecStart={start}
ExecStopPost=-{dark}
WorkingDirectory=%S/{name}
StateDirectory={name}
StateDirectoryMode=0700
RuntimeDirectory={name}
Environment=GPIOZERO_PIN_FACTORY=lgpio LG_WD=%t/{name} BLINKA_SKIP_DEPENDENCY_CHECK=1
Environment=PYTHONUNBUFFERED=1 {language}
AmbientCapabilities=CAP_NET_BIND_SERVICE
{bounds}NoNewPrivileges=yes
ProtectSystem=strict
{stick}ProtectHome=read-only
PrivateTmp=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
MemoryMax=300M
LimitNOFILE=4096

[Install]
WantedBy=multi-user.target
"""

BOUNDS = "CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n"
"""Limit on capabilities. Left out for root, which only a strip on PWM or PCM needs (raw memory)."""

RULES_TEXT = """\
# Written by `companion service install`.
# Boards with CircuitPython are no modems: ModemManager would talk to them for 10 to 20 seconds.
ACTION=="remove", GOTO="companion_end"
SUBSYSTEM=="usb", ATTR{idVendor}=="239a", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="usb", ATTR{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="239a", ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"
# Pixels on a Pi 5.
SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"
LABEL="companion_end"
"""


def service(args: Namespace, out: TextIO, err: TextIO, machine: Machine | None = None) -> int:
    """The command `companion service VERB`. With `--root DIR` only files below DIR are changed."""
    machine = machine or Machine(root=args.root or Path("/"))
    live = args.root is None
    match args.verb:
        case "install" | "renew":
            return _install(args, machine, live, err)
        case "remove":
            return _remove(args, machine, live, err)
    return _show(args, machine, out, err)


def _install(args: Namespace, machine: Machine, live: bool, err: TextIO) -> int:
    text = unit_text(args, machine)
    _write(machine.path(UNIT_PATH), text)
    _write(machine.path(RULES), RULES_TEXT)
    if live:
        machine.run("udevadm", "control", "--reload")
        machine.run("udevadm", "trigger", "--action=add", "--subsystem-match=tty")
        for words in (("daemon-reload",), ("enable", UNIT), ("restart", UNIT)):
            _systemctl(machine, *words)
    print(sentence("service.installed", {"unit": UNIT, "file": UNIT_PATH}, args.lang), file=err)
    return FINE


def _systemctl(machine: Machine, *words: str) -> None:
    """Run systemctl. Raises Refused with its message."""
    ran = machine.ran("systemctl", *words, most_s=START_S)
    if ran is None:
        raise Refused("service.no_systemd")
    if ran.status:
        raise Refused("service.refused", unit=UNIT, detail=ran.fault or ran.text)


def _remove(args: Namespace, machine: Machine, live: bool, err: TextIO) -> int:
    if not machine.exists(UNIT_PATH):
        raise Refused("service.not_installed")
    if live:
        machine.run("systemctl", "disable", "--now", UNIT)
    for path in (UNIT_PATH, RULES):
        try:
            machine.path(path).unlink(missing_ok=True)
        except PermissionError as error:
            raise Refused("service.needs_root", file=path) from error
    if live:
        machine.run("systemctl", "daemon-reload")
        machine.run("udevadm", "control", "--reload")
    print(sentence("service.removed", {"data": f"/var/lib/{NAME}"}, args.lang), file=err)
    return FINE


def _show(args: Namespace, machine: Machine, out: TextIO, err: TextIO) -> int:
    """Print the installed files, or what `install` would write if there are none."""
    installed = machine.exists(UNIT_PATH)
    text = machine.text(UNIT_PATH) if installed else unit_text(args, machine)
    out.write(f"# {UNIT_PATH}\n{text}\n# {RULES}\n{machine.text(RULES) or RULES_TEXT}")
    key, why = "service.not_installed", machine.trouble(UNIT)
    if installed:
        key = "service.runs" if machine.is_active(UNIT) else "service.stopped"
    print(
        sentence("service.fails" if why else key, {"unit": UNIT, "why": why}, args.lang), file=err
    )
    return FINE


def unit_text(args: Namespace, machine: Machine) -> str:
    """The unit for this machine, project and user.

    Raises ConfigError for any invalid line of table.toml, while its builder can still correct it,
    and Refused for options with which the service could not start.
    """
    table = args.table or owners_file()
    config = load(table) if table else phones_only()
    if errors := [ConfigError(fault.key, **fault.params) for fault in config.faults]:
        errors[0].also = tuple(errors[1:])
        raise errors[0]
    file = ["--table", str(table.absolute())] if table else []
    program = [PROGRAM] if is_packaged() else [sys.executable, "-m", "companion"]
    user = args.user or _user(machine)
    _check(machine, user, args)
    ports = ["--port", str(args.port), "--also-port", str(HTTP), *_extras(args)]
    return UNIT_TEXT.format(
        name=NAME,
        user=user,
        groups=" ".join(name for name in GROUPS if machine.group(name) is not None),
        start=_command([*program, "run", *ports, *file]),
        dark=_command([*program, "service", "dark", *file]),
        language=f"LANG={machine.environ.get('LANG', 'C.UTF-8')}",
        bounds="" if user == ROOT else BOUNDS,
        stick=_writable(config.backup) if config.backup else "",
    )


def installed_table(machine: Machine) -> Path | None:
    """The table's file that the installed unit names, if there is one."""
    words = _installed_words(machine)
    return Path(words[words.index("--table") + 1]) if "--table" in words else None


def installed_options(machine: Machine) -> list[str]:
    """The options of `service install` that wrote the installed unit; none without one."""
    words = _installed_words(machine)
    if "run" not in words:
        return []
    options = words[words.index("run") + 1 :]
    also = options.index("--also-port")
    user = re.search(r"^User=(.*)$", machine.text(UNIT_PATH), re.MULTILINE)
    return [*options[:also], *options[also + 2 :], *(("--user", user[1]) if user else ())]


def _installed_words(machine: Machine) -> list[str]:
    """The words of the installed unit's ExecStart."""
    start = re.search(r"^ExecStart=(.*)$", machine.text(UNIT_PATH), re.MULTILINE)
    return shlex.split(start[1].replace("%%", "%").replace("$$", "$")) if start else []


def _writable(stick: str) -> str:
    """The line that allows writing to the backup stick ("-": starts without the stick, too)."""
    told = stick.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'ReadWritePaths="-{told}"\n'


def _extras(args: Namespace) -> list[str]:
    """The options of `run` beyond http, as given to this command."""
    told = ["--mdns"] if args.mdns else []
    if args.tls is None:
        return told
    files = [str(file.absolute()) for file in args.tls]
    return [*told, "--tls-port", str(args.tls_port), "--tls", *files]


def _check(machine: Machine, user: str, args: Namespace) -> None:
    """Raise Refused for options with which every start of the service would fail."""
    users = [line.partition(":")[0] for line in machine.lines("/etc/passwd")]
    if users and user not in users:
        raise Refused("service.no_user", user=user)
    if not 0 < args.port < 1 << 16:
        raise Refused("service.bad_port", port=args.port)
    if args.mdns and not machine.has_module("zeroconf"):
        raise Refused("service.no_mdns")
    if args.tls == [] and machine.ran("openssl", "version") is None:
        raise Refused("tls.no_openssl")


def _user(machine: Machine) -> str:
    """The package's own user, or the installing one: the caller of sudo, not root."""
    if is_packaged():
        return USER
    return machine.environ.get("SUDO_USER") or pwd.getpwuid(os.getuid()).pw_name


def _command(words: Sequence[str]) -> str:
    """A command line, quoted for a unit file."""
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    told = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{told}"' if told != word or " " in word or "'" in word else word


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    except PermissionError as error:
        raise Refused("service.needs_root", file=str(path)) from error


def dark(args: Namespace, err: TextIO) -> int:
    """Turn the Pi's own strip off. The unit runs this after the service has ended in any way."""
    from companion.drivers.pi.strip import darken

    strip = load(args.table).strip if args.table else None
    if not strip or not (note := darken(strip)):
        return FINE
    print(sentence(note, {"id": strip.pin}, args.lang), file=err)
    return WRONG
