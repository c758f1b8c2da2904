"""A real HAProxy before halls, with the configuration of docs/scale.md."""

import re
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.hall_link.mosquitto import answers, free_port
from tests.patience import until

DOCS = Path(__file__).parents[2] / "docs" / "scale.md"


class Proxy:
    """A proxy on a free port, from `with` to its end. `halls`: the ports of the halls."""

    def __init__(self, folder: Path, *halls: int):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._file = folder / "haproxy.cfg"
        self._file.write_text(self._config(halls))

    def _config(self, halls: tuple[int, ...]) -> str:
        """The documented one, with these addresses, without encryption."""
        text = DOCS.read_text().partition("```haproxy\n")[2].partition("```")[0]
        text, bound = re.subn(r"bind .*", f"bind 127.0.0.1:{self.port}", text)
        ports = iter(halls)
        text, served = re.subn(
            r"(\n    server \w+) \S+", lambda found: f"{found[1]} 127.0.0.1:{next(ports)}", text
        )
        assert (bound, served) == (1, len(halls))
        return text

    def __enter__(self) -> Self:
        program = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin")
        assert program
        self._process = subprocess.Popen([program, "-db", "-f", self._file])
        until(lambda: answers(self.port))
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
