"""The virtual machine: QEMU, commands over ssh, disks and snapshots over its monitor."""

import json
import os
import shlex
import signal
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.vm.image import USER, Image

BOOT_S = 900.0
"""Longest boot in seconds: emulated, on a busy machine."""
COMMAND_S = 1800.0
MEMORY_MB = 2048
PORTS = {"ssh": 22, "http": 80, "web": 8000, "https": 8443}
"""Ports of the machine that are reached from here, by name."""


class StepFailed(AssertionError):
    """A command of the machine ended otherwise than expected: what it was and what it said."""


def accelerated() -> bool:
    """Whether this processor runs a machine by itself; otherwise QEMU emulates it."""
    flags = Path("/proc/cpuinfo").read_text().split()
    return ("vmx" in flags or "svm" in flags) and os.access("/dev/kvm", os.R_OK | os.W_OK)


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Machine:
    """A machine on a disk (qcow2). `log` collects every command and what it said."""

    def __init__(self, image: Image, disk: Path, log: Path, memory_mb: int = MEMORY_MB):
        self.image = image
        self.disk = disk
        self.log = log
        self.memory_mb = memory_mb
        self.ports = {name: free_port() for name in PORTS}
        self._folder = disk.parent
        self._qemu: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._qemu is not None:
            self.kill()

    def start(self) -> float:
        """Boot, and wait until ssh answers. Returns the seconds that took."""
        began = time.monotonic()
        forwards = ",".join(
            f"hostfwd=tcp:127.0.0.1:{self.ports[name]}-:{port}" for name, port in PORTS.items()
        )
        fast = ["-accel", "kvm", "-cpu", "host"]
        emulated = ["-accel", "tcg,thread=multi", "-cpu", "max"]
        self._monitor_path.unlink(missing_ok=True)
        command = [
            *("qemu-system-x86_64", "-no-reboot", "-display", "none", "-smp", "2"),
            *(fast if accelerated() else emulated),
            *(
                "-m",
                str(self.memory_mb),
                "-device",
                "virtio-rng-pci",
                "-device",
                "qemu-xhci,id=usb",
            ),
            *("-kernel", str(self.image.kernel), "-initrd", str(self.image.initrd)),
            *("-append", "root=/dev/vda rw console=ttyS0 mitigations=off"),
            *(
                "-blockdev",
                f"driver=qcow2,node-name=disk,file.driver=file,file.filename={self.disk}",
            ),
            *("-device", "virtio-blk-pci,drive=disk,id=root"),
            *("-netdev", f"user,id=net,{forwards}", "-device", "virtio-net-pci,netdev=net"),
            *("-qmp", f"unix:{self._monitor_path},server=on,wait=off"),
            *("-serial", f"file:{self._folder / 'console.log'}"),
        ]
        with (self._folder / "qemu.log").open("ab") as said:
            self._qemu = subprocess.Popen(command, stdout=said, stderr=said)
        self._await_ssh()
        return time.monotonic() - began

    @property
    def _monitor_path(self) -> Path:
        return self._folder / "monitor"

    def _await_ssh(self) -> None:
        assert self._qemu is not None
        end = time.monotonic() + BOOT_S
        while time.monotonic() < end:
            if self._qemu.poll() is not None:
                said = (self._folder / "qemu.log").read_text()[-2000:]
                raise StepFailed(f"QEMU ended with status {self._qemu.returncode}:\n{said}")
            if self._ssh("true", USER, 20.0).returncode == 0:
                return
            time.sleep(1.0)
        raise StepFailed(f"no ssh within {BOOT_S:.0f} s: see {self._folder / 'console.log'}")

    def _ssh(
        self, command: str, user: str, timeout_s: float, stdin: bytes = b""
    ) -> "subprocess.CompletedProcess[bytes]":
        options = {
            "IdentityFile": str(self.image.key),
            "Port": str(self.ports["ssh"]),
            "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": "/dev/null",
            "LogLevel": "ERROR",
            "ConnectTimeout": "15",
            "ServerAliveInterval": "30",
            "ServerAliveCountMax": "10",
        }
        words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        try:
            return subprocess.run(
                ["ssh", *words, f"{user}@127.0.0.1", command],
                input=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=timeout_s,
            )
        except subprocess.TimeoutExpired as late:
            said = late.stdout or b""
            return subprocess.CompletedProcess(command, 255, said + b"\n(no end in time)")

    def run(
        self,
        command: str,
        *,
        status: int = 0,
        user: str = USER,
        timeout_s: float = COMMAND_S,
        stdin: bytes = b"",
    ) -> str:
        """Run a command of the shell and return what it said. Raises StepFailed for another status.

        The shell ends at the first command that fails.
        """
        began = time.monotonic()
        done = self._ssh(f"bash -ec {shlex.quote(command)}", user, timeout_s, stdin)
        said = done.stdout.decode(errors="replace")
        took = time.monotonic() - began
        with self.log.open("a") as log:
            log.write(f"$ {command}\n{said}[status {done.returncode}, {took:.1f} s]\n\n")
        if done.returncode != status:
            raise StepFailed(f"$ {command}\n{said[-4000:]}\nstatus {done.returncode}, not {status}")
        return said

    def put(self, source: Path, target: str, user: str = USER) -> None:
        """Copy a file into the machine."""
        self.run(f"cat >{shlex.quote(target)}", user=user, stdin=source.read_bytes())

    def until(self, command: str, timeout_s: float, user: str = USER) -> float:
        """Repeat a command until its status is 0. Returns the seconds; raises StepFailed."""
        began = time.monotonic()
        while time.monotonic() - began < timeout_s:
            if self._ssh(f"bash -ec {shlex.quote(command)}", user, timeout_s).returncode == 0:
                return time.monotonic() - began
        raise StepFailed(f"$ {command}\nnot within {timeout_s:.0f} s")

    def reboot(self) -> float:
        """Shut down in order and boot again. Returns the seconds until ssh answers."""
        self.off()
        return self.start()

    def off(self) -> None:
        """Shut down in order."""
        assert self._qemu is not None
        self._ssh("systemctl poweroff", "root", 60.0)
        self._qemu.wait(BOOT_S)
        self._qemu = None

    def kill(self) -> None:
        """Cut the power."""
        assert self._qemu is not None
        self._qemu.send_signal(signal.SIGKILL)
        self._qemu.wait()
        self._qemu = None

    def monitor(self, command: str, **arguments: Any) -> Any:
        """A command of QEMU's monitor (QMP). Raises StepFailed with its error."""
        with socket.socket(socket.AF_UNIX) as way:
            way.settimeout(60.0)
            way.connect(str(self._monitor_path))
            with way.makefile("rw") as lines:
                lines.readline()  # its greeting
                for each in ({"execute": "qmp_capabilities"}, _call(command, arguments)):
                    lines.write(json.dumps(each) + "\n")
                    lines.flush()
                    answer = _answer(lines)
        if "error" in answer:
            raise StepFailed(f"{command}: {answer['error']}")
        return answer["return"]

    def plug(self, name: str, drive: Path, *, read_only: bool = False) -> None:
        """Plug a USB drive in, a raw file."""
        raw = {"driver": "raw", "read-only": read_only, "node-name": name}
        file = {"driver": "file", "filename": str(drive), "read-only": read_only}
        self.monitor("blockdev-add", **raw, file=file)
        self.monitor("device_add", driver="usb-storage", id=name, drive=name, bus="usb.0")

    def unplug(self, name: str) -> None:
        """Pull a USB drive out."""
        self.monitor("device_del", id=name)
        end = time.monotonic() + 60.0
        while True:
            try:
                self.monitor("blockdev-del", **{"node-name": name})
                return
            except StepFailed:  # in use until the machine has let go of it
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)


def _call(command: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"execute": command, "arguments": arguments}


def _answer(lines: Any) -> dict[str, Any]:
    """The next message of the monitor that is no event."""
    while True:
        message: dict[str, Any] = json.loads(lines.readline())
        if "event" not in message:
            return message


def layer(on: Path, path: Path) -> Path:
    """A new disk that holds only what differs from another."""
    kind = "raw" if on.suffix == ".img" else "qcow2"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    command = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", str(on), str(path)]
    subprocess.run(command, check=True)
    return path
