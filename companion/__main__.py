"""The command line: each command in a few lines. interfaces.md section 1."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from companion import messages
from companion.cli import emulate
from companion.errors import CompanionError

FINE, WRONG = 0, 1

INSTALLED = Path("/var/lib/companion")
"""Where the installed service saves (unit.py): whoever may write there means the same things."""


def default_data() -> Path:
    """Where saved things are, unless `--data` says otherwise."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0])
    if os.access(INSTALLED, os.W_OK):
        return INSTALLED
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "companion"


def main(argv: Sequence[str] | None = None) -> int:
    """The command `companion`. Exit status 0 fine, 1 something is wrong and was said, 2 usage."""
    args = parser().parse_args(argv)
    args.lang = messages.of_system(os.environ)
    command: Callable[[argparse.Namespace], int] = args.command
    try:
        return command(args)
    except CompanionError as error:
        print(messages.sentence(error.key, error.params, args.lang), file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    except KeyboardInterrupt:
        return 128 + 2


def parser() -> argparse.ArgumentParser:
    """Every command and its options."""
    top = argparse.ArgumentParser(prog="companion", description=__import__("companion").__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _run(commands)
    _referee(commands)
    _saved(commands)
    _tags(commands)
    _box(commands)
    _bench(commands)
    _doctor(commands)
    _service(commands)
    _guests(commands)
    _firmware(commands)
    emulate.add(commands)
    return top


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", type=Path, default=default_data(), help="where things are saved")


def _run(commands: "Commands") -> None:
    run = commands.add_parser("run", help="the service")
    run.add_argument("--table", type=Path, help="the builder's table.toml")
    run.add_argument("--host", default="0.0.0.0", help="the address to listen on")
    run.add_argument("--port", type=int, default=8000, help="the port to listen on (0: any free)")
    run.add_argument(
        "--also-port", type=int, action="append", default=[], help="another port, if it can be had"
    )
    _extras(run)
    run.add_argument("--simulate", action="store_true", help="the simulated room, no hardware")
    run.add_argument("--tape", type=Path, help="record everything that happens in this new file")
    _stick(run)
    run.add_argument("--sync-delay-ms", type=float, default=0.0, help=argparse.SUPPRESS)
    _data(run)

    def command(args: argparse.Namespace) -> int:
        from companion.run import run as serve

        _check_tls(run, args)
        return serve(args)

    run.set_defaults(command=command)


def _extras(command: argparse.ArgumentParser) -> None:
    """How else phones may reach the service, beside its port."""
    command.add_argument(
        "--tls",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="https, too: with this certificate and key, or with one of the table's own authority",
    )
    command.add_argument("--tls-port", type=int, default=8443, help="its port (0: any free)")
    command.add_argument(
        "--mdns", action="store_true", help="a name on the network, too: companion.local"
    )


def _check_tls(command: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if len(args.tls or ()) not in (0, 2):
        command.error("--tls takes a certificate and its key, or nothing")


def _referee(commands: "Commands") -> None:
    referee = commands.add_parser("referee", help="the rules, as JSON lines on standard input")
    referee.add_argument("game")
    referee.add_argument("--options", default="{}", help="the race's options, as JSON")

    def command(args: argparse.Namespace) -> int:
        from companion.cli.referee import main as judge

        return judge(args.game, args.options, sys.stdin, sys.stdout, args.lang)

    referee.set_defaults(command=command)


def _saved(commands: "Commands") -> None:
    races = commands.add_parser("races", help="what was played")
    races.set_defaults(command=_of("races", "races"))
    export = commands.add_parser("export", help="a race as a file")
    export.add_argument("race", type=int, help="its number, as `companion races` prints it")
    export.add_argument("--format", choices=("json", "jsonl", "csv"), default="json")
    export.set_defaults(command=_of("races", "export_race"))
    replay = commands.add_parser("replay", help="an exported race or a tape once more")
    replay.add_argument("file", help="the exported race (json or jsonl) or the tape")
    replay.set_defaults(command=_of("replay", "replay"))
    for command in (races, export):
        _data(command)
    _backups(commands)


def _backups(commands: "Commands") -> None:
    listed = commands.add_parser("backups", help="the dated copies of everything saved")
    restore = commands.add_parser("restore", help="a backup takes the place of what is saved")
    restore.add_argument("file", nargs="?", help="its name or path (default: the newest)")

    def command(args: argparse.Namespace) -> int:
        from companion.cli import backups as backup_commands

        verb = backup_commands.restore if "file" in args else backup_commands.backups
        return verb(args, sys.stdout, sys.stderr)

    for each in (listed, restore):
        _data(each)
        _stick(each)
        each.set_defaults(command=command)


def _stick(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--backup", type=Path, metavar="DIR", help="backups are there, too: on a stick"
    )


def _tags(commands: "Commands") -> None:
    tags = commands.add_parser("tags", help="the decks' stickers")
    verbs = tags.add_subparsers(required=True, metavar="learn | list | import | export")
    _learn(verbs)
    for verb, text, name in (
        ("list", "every known sticker", "show"),
        ("import", "take a tag file, whole or not at all", "take"),
        ("export", "write a tag file", "give"),
    ):
        command = verbs.add_parser(verb, help=text)
        if verb != "list":
            command.add_argument("file", help="the tag file (- for standard input or output)")
        _data(command)
        command.set_defaults(command=_of("tags", name))


def _box(commands: "Commands") -> None:
    box = commands.add_parser("box", help="what a rule book leaves unsaid and its owner enters")
    verbs = box.add_subparsers(required=True, metavar="show | check | import | export")
    for verb, text, name in (
        ("show", "what is entered, and what is missing", "show"),
        ("check", "whether everything is entered, here or in a file", "check"),
        ("import", "take a box file, whole or not at all", "take"),
        ("export", "write a box file, with the stickers of the game's cards", "give"),
    ):
        command = verbs.add_parser(verb, help=text)
        command.add_argument("game", help="the game's name")
        if verb == "show":
            command.add_argument("--example", action="store_true", help="the invented set instead")
        else:
            optional = "?" if verb == "check" else None
            file = "the box file (- for standard input or output)"
            command.add_argument("file", nargs=optional, help=file)
        _data(command)
        command.set_defaults(command=_of("box", name))


def _learn(verbs: "Commands") -> None:
    learn = verbs.add_parser("learn", help="learn a deck, tap by tap")
    learn.add_argument("game", help="the game's name")
    learn.add_argument(
        "name", metavar="deck", help="its name, or its colour as its player is called at the set-up"
    )
    learn.add_argument("--deck", help='copies of each card, as JSON: 4, or {"1": 4, …}')
    learn.add_argument("--table", type=Path, help="the builder's table.toml")
    learn.add_argument("--simulate", action="store_true", help="the simulated room, no hardware")
    _data(learn)

    def command(args: argparse.Namespace) -> int:
        from companion.cli.learn import learn

        return learn(args, sys.stdout, sys.stderr)

    learn.set_defaults(command=command)


def _of(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """The function `name` of `companion.cli.<module>`, imported only when it is used."""

    def command(args: argparse.Namespace) -> int:
        chosen = getattr(import_module(f"companion.cli.{module}"), name)
        status: int = chosen(args, sys.stdout, sys.stderr)
        return status

    return command


def _bench(commands: "Commands") -> None:
    bench = commands.add_parser("bench", help="measure this machine and print a table")
    bench.add_argument("--json", action="store_true", help="print JSON instead")
    bench.add_argument("--taps", type=int, default=2000, help="taps to measure (default 2000)")
    bench.add_argument(
        "--watchers", type=int, default=500, help="phones that look on (default 500; 0: none)"
    )

    def command(args: argparse.Namespace) -> int:
        from companion.bench.report import main as measure

        return measure(args)

    bench.set_defaults(command=command)


def _doctor(commands: "Commands") -> None:
    doctor = commands.add_parser("doctor", help="what is wrong here, and the cure")
    doctor.add_argument("--table", type=Path, help="the builder's table.toml")
    doctor.add_argument("--json", action="store_true", help="print JSON instead")
    doctor.add_argument("--port", type=int, default=8000, help="the service's port")
    doctor.add_argument("--strip", type=int, metavar="SEAT", help="test this seat's strip")
    doctor.add_argument(
        "--reader",
        nargs="?",
        const="",
        metavar="PORT",
        help="count a reader's hits: PORT, i2c or spi",
    )
    _data(doctor)

    def command(args: argparse.Namespace) -> int:
        from companion.doctor.doctor import doctor

        return doctor(args, sys.stdout)

    doctor.set_defaults(command=command)


def _service(commands: "Commands") -> None:
    service = commands.add_parser("service", help="start with the machine, watched by systemd")
    service.add_argument("verb", choices=("install", "remove", "show", "dark"))
    service.add_argument(
        "--table", type=Path, help="the builder's table.toml (default: the one here)"
    )
    service.add_argument("--user", help="who runs it (default: you)")
    service.add_argument("--port", type=int, default=8000, help="its port, beside 80")
    service.add_argument("--root", type=Path, help="write below this folder and start nothing")
    _extras(service)

    def command(args: argparse.Namespace) -> int:
        from companion.system import systemd_unit as unit

        _check_tls(service, args)
        if args.verb == "dark":
            return unit.dark(args, sys.stderr)
        return unit.service(args, sys.stdout, sys.stderr)

    service.set_defaults(command=command)


def _guests(commands: "Commands") -> None:
    card = commands.add_parser("card", help="a card for guests: Wi-Fi and address to scan, the PIN")
    card.add_argument("--svg", metavar="FILE", help="write it as a picture to print")
    card.add_argument("--wifi", metavar="NAME", help="the network (default: the companion's own)")
    card.add_argument("--password", help="the network's password")
    card.add_argument("--address", help="the service's address (default: this machine's)")
    card.add_argument("--port", type=int, default=8000, help="the service's port")
    _data(card)
    hotspot = commands.add_parser(
        "hotspot", help="the Pi's own Wi-Fi, for a table without a router"
    )
    hotspot.add_argument("state", choices=("on", "off"))
    hotspot.add_argument("--name", help="the network's name")
    hotspot.add_argument("--password", help="its password (default: one is made up and kept)")
    hotspot.add_argument("--interface", default="wlan0", help="the Wi-Fi device")

    def show_card(args: argparse.Namespace) -> int:
        from companion.cli.card import card

        return card(args, sys.stdout, sys.stderr)

    def open_hotspot(args: argparse.Namespace) -> int:
        from companion.system.hotspot import hotspot

        return hotspot(args, sys.stdout, sys.stderr)

    card.set_defaults(command=show_card)
    hotspot.set_defaults(command=open_hotspot)


def _firmware(commands: "Commands") -> None:
    firmware = commands.add_parser("firmware", help="the program of a seat's board")
    verbs = firmware.add_subparsers(required=True, metavar="install")
    install = verbs.add_parser("install", help="copy what `make firmware` built onto a board")
    install.add_argument("drive", type=Path, help="the board's drive, CIRCUITPY")
    install.add_argument("--folder", type=Path, help="what `make firmware` built")

    def command(args: argparse.Namespace) -> int:
        from companion.cli.firmware import command

        return command(args, sys.stderr)

    install.set_defaults(command=command)


if __name__ == "__main__":
    sys.exit(main())
