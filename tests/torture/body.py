"""A process's memory, files and threads."""

import os
from pathlib import Path

from companion.server.asgi import POOL


class Body:
    """The resources of a process now."""

    def __init__(self, pid: int):
        status = Path(f"/proc/{pid}/status").read_text()
        self.mib = int(status.partition("VmRSS:")[2].split()[0]) / 1024
        self.threads = int(status.partition("Threads:")[2].split()[0])
        self.files = len(os.listdir(f"/proc/{pid}/fd"))

    def no_more_than(self, before: "Body", *, files: int, mib: float) -> None:
        """Assert that nothing has grown by more than this.

        Threads: the server's pool starts its own as it needs them, so at most all of them.
        """
        assert self.files <= before.files + files, (before.files, self.files)
        assert self.threads <= before.threads + POOL, (before.threads, self.threads)
        assert self.mib <= before.mib + mib, (before.mib, self.mib)
