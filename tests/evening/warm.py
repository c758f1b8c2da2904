"""Starts of the service without its imports: a process that has them, and forks one for each start.

Imports are nine tenths of a start's processor time, and the tests start the service some hundred
times. What is forked is the command itself: its own process, signals, exit status and files.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import IO, Self

REQUEST = 1 << 17
"""Longest request in bytes: arguments and environment."""

FILES = 1024
"""More than the highest file descriptor of the forking process."""


class Forked:
    """A forked command, used like a subprocess.Popen with a pipe as its standard error."""

    def __init__(self, status: socket.socket, stderr: int):
        self._status = status
        self.pid = int(status.recv(32))
        self.stderr: IO[str] = os.fdopen(stderr, encoding="utf-8")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status, negative for a signal, or None while it runs."""
        return self._ended(0.0)

    def wait(self, timeout: float) -> int:
        """Wait for the exit status. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        status = self._ended(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("companion", timeout)
        return status

    def send_signal(self, sign: signal.Signals) -> None:
        """Send a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sign)

    def _ended(self, within_s: float) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], within_s)[0]:
            self.returncode = int(self._status.recv(32))
            self._status.close()
        return self.returncode


class Warm:
    """The forking process of these tests. It ends with them."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            words = [sys.executable, "-m", __name__, str(theirs.fileno())]
            self._process = subprocess.Popen(
                words, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
            )
        atexit.register(self._end)

    def start(
        self, words: Sequence[str], env: Mapping[str, str], stdout: int | None = None
    ) -> Forked:
        """Run `companion` with these words and this environment. Without `stdout` it is dropped."""
        request = json.dumps([list(words), dict(env)]).encode()
        ours, status = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        reader, stderr = os.pipe()
        with status, open(os.devnull, "r+b") as null:
            out = null.fileno() if stdout is None else stdout
            files = [null.fileno(), out, stderr, status.fileno()]
            socket.send_fds(self._line, [request], files)
        os.close(stderr)
        return Forked(ours, reader)

    def _end(self) -> None:
        self._line.close()
        self._process.wait()


@cache
def warm() -> Warm:
    """The forking process, started at the first use."""
    return Warm()


class Forking:
    """The loop of the forking process."""

    def __init__(self, line: socket.socket):
        self._line = line
        self._poll = select.poll()
        self._poll.register(line, select.POLLIN)
        self._running: dict[int, tuple[int, socket.socket]] = {}

    @classmethod
    def at(cls, descriptor: int) -> Self:
        """The loop at an inherited socket."""
        return cls(socket.socket(fileno=descriptor))

    def run(self) -> list[str] | None:
        """Serve requests until the tests end. Returns the words of a command in its own process."""
        while True:
            for ready, _ in self._poll.poll():
                if ready in self._running:
                    self._tell_end(ready)
                    continue
                request, files, _, _ = socket.recv_fds(self._line, REQUEST, 4)
                if not request:
                    return None
                words, env = json.loads(request)
                if not self._fork(*files):
                    os.environ.clear()
                    os.environ.update(env)
                    return list(words)

    def _fork(self, *files: int) -> bool:
        """Fork; returns whether this is still the forking process.

        `files`: the three standard streams, and the socket for pid and exit status.
        """
        *streams, status = files
        pid = os.fork()
        if not pid:
            self._line.detach()
            for _, other in self._running.values():
                other.detach()
            for target, source in enumerate(streams):
                os.dup2(source, target)
            os.closerange(3, FILES)
            return False
        for stream in streams:
            os.close(stream)
        told = socket.socket(fileno=status)
        told.send(str(pid).encode())
        ended = os.pidfd_open(pid)
        self._running[ended] = (pid, told)
        self._poll.register(ended, select.POLLIN)
        return True

    def _tell_end(self, ended: int) -> None:
        """Send a command's exit status."""
        pid, told = self._running.pop(ended)
        self._poll.unregister(ended)
        os.close(ended)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with told:
            told.send(str(status).encode())


def _main(descriptor: int) -> int:
    import companion.cli.run  # noqa: F401 - the imports that every start has in common
    from companion.__main__ import main

    words = Forking.at(descriptor).run()
    if words is None:
        return 0
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
    sys.argv = ["companion", *words]
    sys.orig_argv = [sys.executable, "-m", "companion", *words]
    return main(words)


if __name__ == "__main__":
    sys.exit(_main(int(sys.argv[1])))
