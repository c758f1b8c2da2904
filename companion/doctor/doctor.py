"""The command `companion doctor`: find faults of machine, wiring and table file, and their cures.

The checks are in companion/doctor/checks. Each fault has two messages: what is wrong
(`doctor.<id>`) and what to do (`doctor.<id>.fix`).
"""

import json
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

from companion.config import Config, Leds, Reader, phones_only
from companion.doctor.checks import devices, ports, running, saves, strips, system
from companion.doctor.checks import reader_hits as hits
from companion.doctor.checks.strip_walk import Walk
from companion.doctor.finding import BROKEN, OK, Case, Finding, found
from companion.doctor.machine import Machine
from companion.drivers.pi.pn532_bus import name_of
from companion.drivers.room import Room, open_room
from companion.errors import ConfigError, Refused
from companion.games.game import Say
from companion.messages import sentence
from companion.system.systemd_unit import UNIT_PATH, installed_table
from companion.table_file.file import HERE, load, owners_file

FINE, WRONG = 0, 1

FIRST_S = 6.0
"""Longest wait for a seat's strip to connect, in seconds."""

LOOK_S = 0.05

Check = Callable[[Case], Iterable[Finding]]


def service_table(case: Case) -> Iterator[Finding]:
    """An installed service that does not use this table file. It may be meant for later."""
    if not (case.config.file and case.machine.exists(UNIT_PATH)):
        return
    file, its = Path(case.config.file).absolute(), installed_table(case.machine)
    if its is None or its.resolve() != file.resolve():
        yield found("service_table", file=str(file))


SUBJECTS: Mapping[str, tuple[Check, ...]] = {
    "machine": (system.python, system.language, system.clock, system.power),
    "pins": (system.packages, system.pins, system.buses, system.groups, strips.strip),
    "ports": (ports.named, ports.header, ports.others, ports.adapters, ports.circuitpython),
    "saves": (saves.saves,),
    "service": (
        running.copies,
        running.service,
        service_table,
        running.threads,
        running.ports,
    ),
    "devices": (strips.wleds, devices.devices),
}
"""The checks by subject, in order. A subject without faults is reported as fine."""


def doctor(args: Namespace, out: TextIO, machine: Machine | None = None) -> int:
    """The command. Exit status 1 if something is broken."""
    machine = machine or Machine()
    config, wrong = read_table(args.table or _own_table(machine))
    case = Case(machine, config, args.data, args.port)
    asked = sys.stderr if args.json else out
    if args.strip is not None:
        told = walk_strip(case, args.strip, sys.stdin, asked, args.lang)
    elif args.reader is not None:
        told = count_hits(case, args.reader, sys.stdin, asked, args.lang)
    else:
        told = [*wrong, *examine(case)]
    _print(told, args, out)
    return WRONG if any(finding.severity == BROKEN for finding in told) else FINE


def _own_table(machine: Machine) -> Path | None:
    """./table.toml, the table file that the installed unit names, or the installed one."""
    return HERE if HERE.exists() else installed_table(machine) or owners_file()


def read_table(path: Path | None) -> tuple[Config, list[Finding]]:
    """Read the table file; if that fails, a table with phones only, and the file's faults."""
    if path is None:
        return phones_only(), [found("no_table")]
    try:
        config = load(path)
    except ConfigError as error:
        id = "table_unreadable" if error.key == "config.unreadable" else "table_wrong"
        errors = (error, *error.also)
        return phones_only(), [found(id, why=Say(one.key, one.params)) for one in errors]
    wrong = [found("table_line", why=fault.said) for fault in config.faults]
    return config, wrong or [found("fine_table", file=str(path))]


def examine(case: Case, subjects: Mapping[str, tuple[Check, ...]] = SUBJECTS) -> Iterator[Finding]:
    """Run every check, subject by subject."""
    for name, checks in subjects.items():
        told = [finding for check in checks for finding in check(case)]
        yield from told or [found(f"fine_{name}", data=str(case.data), board=_board(case))]


def _board(case: Case) -> str:
    pi = case.machine.pi
    return f"Raspberry Pi {pi.model}" if pi else sys.platform


def _print(told: list[Finding], args: Namespace, out: TextIO) -> None:
    words = [_words(finding, args.lang) for finding in told]
    if args.json:
        print(json.dumps(words, ensure_ascii=False, indent=1), file=out)
        return
    for finding in words:
        severity = sentence(f"doctor.severity_{finding['severity']}", lang=args.lang)
        print(f"{severity:<8}  {finding['text']}", file=out)
        if finding["fix"]:
            print(f"{'':<8}  {finding['fix']}", file=out)


def _words(finding: Finding, lang: str) -> dict[str, Any]:
    fix = "" if finding.severity == OK else f"doctor.{finding.id}.fix"
    return {
        "id": finding.id,
        "severity": finding.severity,
        "text": sentence(f"doctor.{finding.id}", finding.params, lang),
        "fix": sentence(fix, finding.params, lang),
    }


def walk_strip(
    case: Case, seat: int, answers: TextIO, out: TextIO, lang: str, first_s: float = FIRST_S
) -> list[Finding]:
    """Run the strip test at a seat, waiting up to `first_s` for its strip to connect."""
    if not 1 <= seat <= len(case.config.seats):
        raise Refused("doctor.no_seat", seat=seat, seats=len(case.config.seats))

    def ask(key: str, allowed: tuple[str, ...]) -> str:
        return _ask(key, allowed, answers, out, lang)

    room = open_room(
        case.config, SimpleQueue[object]().put, lambda uid: None, devices.session, simulate=False
    )
    room.start()
    try:
        if not lit(room, seat, first_s):
            return [found("strip_missing", seat=seat)]
        order = leds_of(case.config, seat).order
        return Walk(room, seat, order, ask, threading.Event().wait).findings()
    finally:
        room.close()


def count_hits(case: Case, name: str, answers: TextIO, out: TextIO, lang: str) -> list[Finding]:
    """Count a reader's hits. `name`: its port, "i2c", "spi" or "spi:CS"; "" for the first one."""
    reader = _reader(case.config, name)
    called = reader.port or name_of(reader)

    def lay() -> None:
        print(sentence("doctor.ask_card", {"port": called}, lang), file=out, flush=True)
        if not answers.readline():
            raise Refused("doctor.no_answer")

    if reader.bus == "uart":
        return [hits.reader(reader.port, lay=lay, chip=reader.chip)]
    if running.services(case.machine):
        return [found("reader_closed", port=called, what=Say("link.port_busy", {"id": called}))]
    return [hits.on_bus(reader, lay=lay)]


def _reader(config: Config, name: str) -> Reader:
    """The reader that `name` stands for. Raises Refused."""
    for reader in config.readers:
        if name.lower() in ("", reader.port, reader.bus, f"{reader.bus}:{reader.cs}"):
            return reader
    if not name or name.lower().partition(":")[0] in ("i2c", "spi"):
        raise Refused("doctor.no_reader")
    return Reader(name)


def lit(room: Room, seat: int, first_s: float = FIRST_S) -> bool:
    """Wait up to `first_s` for the seat's strip; returns whether it is connected."""
    until = time.monotonic() + first_s
    pause = threading.Event()
    while seat not in room.pixels() and time.monotonic() < until:
        pause.wait(LOOK_S)
    return seat in room.pixels()


def leds_of(config: Config, seat: int) -> Leds:
    """The settings of the strip at a seat: its own strip, or its segment of the table's."""
    strip = config.strip
    if strip and any(part.seat == seat for part in strip.segments):
        return strip.leds
    return config.seat(seat).leds


def _ask(key: str, allowed: tuple[str, ...], answers: TextIO, out: TextIO, lang: str) -> str:
    """Ask on the terminal until the answer is valid. Raises Refused at the end of input."""
    while True:
        print(sentence(key, lang=lang), end=" ", file=out, flush=True)
        line = answers.readline()
        if not line:
            raise Refused("doctor.no_answer")
        answer = line.strip().lower()
        if answer in allowed or (not allowed and answer.isdigit()):
            return answer
