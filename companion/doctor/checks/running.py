"""Find conflicting processes: a second copy of the service, another program on our ports."""

from collections.abc import Iterator

from companion.doctor.finding import Case, Finding, found
from companion.doctor.machine import Machine

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
