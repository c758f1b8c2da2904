"""Check the data directory: on a lasting disk, with free space, writable, and of plain files."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.doctor.finding import Case, Finding, found
from companion.doctor.machine import Machine
from companion.errors import StoreError
from companion.store.file import NAME, check_directory, check_kind

VOLATILE = ("tmpfs", "ramfs", "overlay", "rootfs", "squashfs")
FULL_MB, NEARLY_MB = 20, 200


class Mount(NamedTuple):
    """A line of /proc/mounts."""

    at: str
    kind: str
    options: tuple[str, ...]


def saves(case: Case) -> Iterator[Finding]:
    """Check the data directory, or the folder in which it will be created."""
    machine, data = case.machine, case.data.absolute()
    place = next(each for each in (data, *data.parents) if machine.exists(each))
    mount = mount_of(machine, place)
    if mount and mount.kind in VOLATILE:
        yield found("data_volatile", data=str(data), kind=mount.kind)
    if mount and "ro" in mount.options:
        yield found("data_read_only", data=str(data), mount=mount.at)
    yield from _owner(machine, data, place)
    yield from _kind(machine, data)
    free = _free_mb(machine, place)
    if free is not None and free < NEARLY_MB:
        id = "disk_full" if free < FULL_MB else "disk_nearly_full"
        yield found(id, data=str(data), free=free)


def _owner(machine: Machine, data: Path, place: Path) -> Iterator[Finding]:
    files = [machine.path(place)]
    if place == data:
        files += machine.files(str(data), "companion.*")
    closed = [file for file in files if not machine.may_write(file)]
    if closed:
        yield found("data_forbidden", file=machine.named(closed[0]))
    elif machine.user == 0 and place == data and (owner := files[0].stat().st_uid):
        yield found("data_owner", data=str(data), owner=owner)


def _kind(machine: Machine, data: Path) -> Iterator[Finding]:
    """A file in the place of the directory, or a pipe, a directory or a broken link in that of the
    database's files."""
    try:
        check_directory(machine.path(data))
        check_kind(machine.path(data / NAME))
    except StoreError as fault:
        if "data" in fault.params:
            yield found("data_no_directory", data=str(data))
        else:
            yield found("data_kind", file=machine.named(Path(fault.params["file"])))


def mount_of(machine: Machine, place: Path) -> Mount | None:
    """The mount that holds a path: the longest matching mount point, and the last of equal ones."""
    best = None
    for line in machine.text("/proc/mounts").splitlines():
        words = line.split()
        if len(words) < 4:
            continue
        at = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), words[1])
        fits = place.is_relative_to(at)
        if fits and (best is None or len(at) >= len(best.at)):
            best = Mount(at, words[2], tuple(words[3].split(",")))
    return best


def _free_mb(machine: Machine, place: Path) -> int | None:
    """Free space on a path's disk, in MB, as reported by `df`."""
    told = (machine.run("df", "-Pk", str(place)) or "").splitlines()
    words = told[-1].split() if len(told) > 1 else []
    return int(words[3]) // 1024 if len(words) > 3 and words[3].isdigit() else None
