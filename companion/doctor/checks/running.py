"""Find conflicting processes: a second copy of the service, another program on our ports."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError

from companion.doctor.finding import Case, Finding, found
from companion.doctor.machine import Machine
from companion.ended_threads import part

HTTP = 80
UNIT = "companion.service"
_LISTENS = "0A"
_PROGRAMS = ("python", "companion")


def copies(case: Case) -> Iterator[Finding]:
    """Find more than one running service."""
    running = services(case.machine)
    if len(running) > 1:
        yield found("two_copies", count=len(running), pids=", ".join(map(str, running)))


def service(case: Case) -> Iterator[Finding]:
    """An installed service that does not start."""
    if why := case.machine.trouble(UNIT):
        yield found("service_fails", why=why, unit=UNIT)


def threads(case: Case) -> Iterator[Finding]:
    """Threads of the running service that a bug has ended."""
    if not services(case.machine):
        return
    for thread in dict.fromkeys(_ended(case.port)):
        yield found("part_ended", part=part(thread))


def _ended(port: int) -> list[str]:
    """The ended threads in the service's health report; none if it gives no report."""
    try:
        with _health(port) as answer:
            return [str(name) for name in json.load(answer)["ended"]]
    except (OSError, ValueError, LookupError, TypeError):
        return []


def _health(port: int) -> Any:
    """The response of `/api/v1/health`, whose status is 503 if the service is unwell."""
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health", timeout=3)
    except HTTPError as unwell:
        return unwell


def ports(case: Case) -> Iterator[Finding]:
    """Find another program on the ports that phones use."""
    if services(case.machine):
        return
    taken = _listening(case.machine)
    if case.port in taken:
        yield found("port_in_use", port=case.port)
    if HTTP in taken and case.port != HTTP:
        yield found("port_80_in_use")


def services(machine: Machine) -> list[int]:
    """The ids of the processes that run `companion run`."""
    told = []
    for folder in machine.files("/proc", "[0-9]*"):
        words = machine.text(f"/proc/{folder.name}/cmdline").split("\0")
        if "run" in words and _is_ours(words[: words.index("run")]):
            told.append(int(folder.name))
    return sorted(told)


def _is_ours(words: list[str]) -> bool:
    """Whether a command line is the service's own process, not the `sudo` that started it."""
    names = [word.rsplit("/", 1)[-1] for word in words]
    return bool(names) and names[0].startswith(_PROGRAMS) and names[-1] == "companion"


def _listening(machine: Machine) -> set[int]:
    """The TCP ports that any process listens on."""
    told = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in machine.text(table).splitlines()[1:]:
            words = line.split()
            if len(words) > 3 and words[3] == _LISTENS:
                told.add(int(words[1].rpartition(":")[2], 16))
    return told
