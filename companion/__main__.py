"""The command line (interfaces.md section 1): `companion COMMAND …`.

Each command is a module of `companion.cli`, imported only when it is the one that is asked for: a
Pi Zero takes a second to import the web server.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TextIO

import companion
from companion import messages
from companion.errors import CompanionError

WRONG, INTERRUPTED = 1, 130

COMMANDS = {
    "run": "the service",
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
gives the parser the options and, as the default of `command`, the function that runs it."""

Command = Callable[[argparse.Namespace, TextIO, TextIO], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Exit status 0 fine, 1 something is wrong and was said, 2 wrong usage."""
    args = parse(sys.argv[1:] if argv is None else argv)
    command: Command = args.command
    try:
        return command(args, sys.stdout, sys.stderr)
    except CompanionError as error:
        print(messages.sentence(error.key, error.params, args.lang), file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The options of one command line. Ends with exit status 2 for wrong usage."""
    args = parser(argv[0] if argv else "").parse_args(argv)
    args.lang = messages.of_system(os.environ)
    return args


def parser(*chosen: str) -> argparse.ArgumentParser:
    """The parser of all commands, complete for the chosen ones; of the others it knows the help."""
    top = argparse.ArgumentParser(prog="companion", description=companion.__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text)
        if name in chosen:
            import_module(f"companion.cli.{name}").add_arguments(command)
    return top


if __name__ == "__main__":
    sys.exit(main())
