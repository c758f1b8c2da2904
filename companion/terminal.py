"""The terminal, or the log, that started the service: sentences and a QR code."""

import io
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

import segno

from companion import messages


@dataclass(frozen=True, slots=True)
class Terminal:
    """Prints on stderr. A closed log must not stop the service."""

    lang: str

    def say(self, key: str, /, **params: object) -> None:
        """Print a sentence, if possible."""
        with suppress(OSError):
            print(messages.sentence(key, params, self.lang), file=sys.stderr)

    def draw_code(self, text: str) -> None:
        """Draw a QR code, if the terminal has the characters for it."""
        code = io.StringIO()
        segno.make(text, error="m").terminal(out=code, compact=True)
        if _can_show(code.getvalue(), sys.stderr):
            with suppress(OSError):
                print(code.getvalue(), file=sys.stderr)


def _can_show(drawing: str, stream: TextIO) -> bool:
    """Whether this terminal has the characters."""
    try:
        drawing.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
