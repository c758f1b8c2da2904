"""The command line (interfaces.md section 1): `companion COMMAND …`.

Each command is a module of `companion.cli`, imported only when it is run: a Pi Zero takes a second
to import the web server.
"""

import argparse
import errno
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import NoReturn, TextIO

import companion
from companion import messages
from companion.errors import CompanionError, ConfigError, Refused
from companion.system.package import version

FINE, WRONG, INTERRUPTED = 0, 1, 130

NO_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Errors of a failed write. An OSError with a file's name is also reported; any other is a bug."""

MOST = 800
"""The most letters of a sentence about an argument, which may have any number."""

COMMANDS = {
    "run": "the service",
    "hall": "many tables: follows them on an MQTT broker and shows them",
    "referee": "the rules, as JSON lines on standard input",
    "races": "what was played",
    "export": "a race as a file",
    "replay": "an exported race or a tape once more",
    "backups": "the dated copies of everything saved",
    "restore": "a backup takes the place of what is saved",
    "tags": "the decks' stickers",
    "box": "what a rule book leaves unsaid and its owner enters",
    "bench": "measure this machine and print a table",
    "doctor": "what is wrong here, and the cure",
    "service": "start with the machine, watched by systemd",
    "card": "a card for guests: Wi-Fi and address to scan, the PIN",
    "hotspot": "the Pi's own Wi-Fi, for a table without a router",
    "firmware": "the program of a seat's board",
    "emulate": "a reader or a seat at a desk, from a script",
}
"""The commands with their help. Command `x` is the module `companion.cli.x`: its `add_arguments`
gives the parser the options and, as the default of `command`, the function that runs it.
"""

Command = Callable[[argparse.Namespace, TextIO, TextIO], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Exit status: 0 fine, 1 an error was reported, 2 wrong usage.

    A reader that closes the pipe early (`companion races | head -1`) is not an error.
    """
    _complete_streams()
    lang = messages.of_system(os.environ)
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return status
    except CompanionError as error:
        return _end(WRONG, *(messages.sentence(one.key, one.params, lang) for one in _all(error)))
    except BrokenPipeError:
        return _end(FINE)
    except OSError as error:
        return _end(WRONG, messages.say(_of_system(error), lang))
    except KeyboardInterrupt:
        return INTERRUPTED


def _complete_streams() -> None:
    """Reopen closed standard streams, and replace characters that the terminal lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _run(argv: Sequence[str]) -> int:
    """Parse the line and run its command. Returns the exit status, 2 for wrong usage."""
    try:
        args = parse(argv)
    except SystemExit as end:
        return int(end.code or FINE)
    command: Command = args.command
    return command(args, sys.stdout, sys.stderr)


def _all(error: CompanionError) -> Iterable[CompanionError]:
    """The error, and the other ones of the same file."""
    return error, *(error.also if isinstance(error, ConfigError) else ())


def _end(status: int, *sentences: str) -> int:
    """Print sentences if possible, and keep Python from flushing unwritable output at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            for sentence in sentences if stream is sys.stderr else ():
                print(shortened(sentence), file=stream)
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return status


def _of_system(error: OSError) -> Refused:
    """Turn an error of a file or the output into Refused. Raises any other error again: a bug."""
    if error.filename is not None:
        return Refused("cli.file", file=os.fsdecode(error.filename), detail=error.strerror)
    if error.errno in NO_OUTPUT:
        return Refused("cli.output", detail=error.strerror)
    raise error


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The options of one command line. Ends with exit status 2 for wrong usage."""
    args = parser(argv[0] if argv else "").parse_args(argv)
    args.lang = messages.of_system(os.environ)
    return args


class Parser(argparse.ArgumentParser):
    """A parser that does not repeat a long argument whole."""

    def error(self, message: str) -> NoReturn:
        """End with exit status 2, the usage and this sentence."""
        super().error(shortened(message))


def shortened(text: str) -> str:
    """The text, its middle left out if it has more than MOST letters."""
    half = MOST // 2
    return text if len(text) <= MOST else f"{text[:half]} … {text[-half:]}"


def parser(*chosen: str) -> argparse.ArgumentParser:
    """The parser of all commands: complete for the chosen ones, only the help of the others."""
    top = Parser(prog="companion", description=companion.__doc__)
    top.add_argument("--version", action="version", version=version())
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text)
        if name in chosen:
            import_module(f"companion.cli.{name}").add_arguments(command)
    return top


if __name__ == "__main__":
    sys.exit(main())
