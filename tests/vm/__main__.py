"""Walk the builder's whole path on a machine that boots: make vm.

python -m tests.vm [PART ...] [--again] [--list]. Needs root, qemu-system-x86, mmdebstrap,
dosfstools and an ssh client (make vm installs them). Each part has a disk of its own; what
has passed for this commit is not walked again. All commands and what they said are in build/vm/log.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.vm import part_drives, part_install, part_service
from tests.vm.image import WORK, Image, image
from tests.vm.machine import Machine, accelerated, layer
from tests.vm.part import JOURNAL, Part, Step, title

PARTS = tuple(each.PART for each in (part_install, part_service, part_drives))
LOGS = WORK / "log"
PASSED = WORK / "passed.json"
REPOSITORY = Path(__file__).parents[2]

Row = tuple[str, str, str, float]
"""Part, step, what it said, and seconds."""


def commit() -> str:
    """The commit that is walked."""
    command = ["git", "-C", str(REPOSITORY), "rev-parse", "HEAD"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


class Walk:
    """All parts on one image. `rows`: the table, kept between runs for the parts that passed."""

    def __init__(self, on: Image, again: bool):
        self.image = on
        self.key = f"{commit()} {on.disk.parent.name}"
        kept = json.loads(PASSED.read_text()) if PASSED.exists() and not again else {}
        self.passed: dict[str, list[Row]] = kept.get(self.key, {})

    def walk(self, part: Part) -> bool:
        """Walk a part unless it has passed. Returns whether it passes."""
        disk = self.disk_of(part.name)
        if part.name in self.passed and (disk.exists() or not part.leaves):
            print(f"{part.name}: passed before", flush=True)
            return True
        shutil.rmtree(disk.parent, ignore_errors=True)
        layer(self.disk_of(part.on) if part.on else self.image.disk, disk)
        log = LOGS / f"{part.name}.log"
        log.unlink(missing_ok=True)
        rows: list[Row] = []
        with Machine(self.image, disk, log, part.memory_mb) as machine:
            for step in part.steps:
                if not self._step(machine, part, step, rows):
                    return False
            if part.leaves:
                machine.off()
        if not part.leaves:
            shutil.rmtree(disk.parent)
        self._keep(part, rows)
        return True

    def disk_of(self, part: str) -> Path:
        """The disk of a part."""
        return WORK / "disks" / part / "disk.qcow2"

    def _step(self, machine: Machine, part: Part, step: Step, rows: list[Row]) -> bool:
        name = title(step)
        print(f"{part.name}: {name} …", flush=True)
        began = time.monotonic()
        try:
            said = step(machine)
        except Exception as error:
            self._failed(machine, part, name, error)
            return False
        took = time.monotonic() - began
        rows.append((part.name, name, said.strip(), took))
        print(f"    {said.strip()} ({took:.0f} s)", flush=True)
        return True

    def _failed(self, machine: Machine, part: Part, name: str, error: Exception) -> None:
        print(f"\nFAILED: {part.name}: {name}\n{type(error).__name__}: {error}\n")
        try:
            print(machine.run(JOURNAL, user="root", timeout_s=120.0))
        except Exception as silent:
            print(f"The machine's journal cannot be read: {silent}")
        print(f"Everything that was typed: {machine.log}\nThe machine's disk: {machine.disk}")

    def _keep(self, part: Part, rows: list[Row]) -> None:
        self.passed[part.name] = rows
        WORK.mkdir(parents=True, exist_ok=True)
        PASSED.write_text(json.dumps({self.key: self.passed}, indent=1))

    def table(self) -> str:
        """All rows so far, as a table."""
        lines = ["| part | step | result | s |", "|---|---|---|---|"]
        for rows in self.passed.values():
            lines += [
                f"| {part} | {step} | {said} | {took:.0f} |" for part, step, said, took in rows
            ]
        return "\n".join(lines)


def main(words: list[str]) -> int:
    """Walk the chosen parts, all if none is named. Returns 1 if one fails."""
    parser = argparse.ArgumentParser(prog="make vm")
    parser.add_argument("parts", nargs="*", choices=[[], *(part.name for part in PARTS)])
    parser.add_argument("--again", action="store_true", help="also what has passed for this commit")
    parser.add_argument("--list", action="store_true", help="print the parts and their steps only")
    chosen = parser.parse_args(words)
    if chosen.list:
        for part in PARTS:
            print("\n    ".join([part.name, *map(title, part.steps)]))
        return 0
    if os.geteuid() != 0:
        print("Building the disk and looking into it needs root: sudo make vm", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no machine is left running
    LOGS.mkdir(parents=True, exist_ok=True)
    walk = Walk(image(), chosen.again)
    began = time.monotonic()
    print("The processor runs the machine." if accelerated() else "The machine is emulated: slow.")
    wanted = [part for part in PARTS if not chosen.parts or part.name in chosen.parts]
    needed = [part for part in PARTS if part in wanted or part.name in {one.on for one in wanted}]
    whole = all(walk.walk(part) for part in needed)
    print(f"\n{walk.table()}\n\n{(time.monotonic() - began) / 60:.0f} minutes")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
