"""The commands `companion emulate reader / seat`: parts of a table at a desk, from a script."""

import argparse


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    emulate = commands.add_parser("emulate", help="a reader or a seat at a desk, from a script")
    verbs = emulate.add_subparsers(required=True, metavar="reader | seat")
    reader = verbs.add_parser("reader", help="a PN532 on a serial port")
    seat = verbs.add_parser("seat", help="a seat's board on a serial port")
    seat.add_argument("--seat", type=int, default=1, choices=range(1, 7), help="its straps")
    for command in (reader, seat):
        command.add_argument("path", help="where the port stands as long as the command runs")
        command.add_argument("--stay", action="store_true", help="stay after the script's end")

    def play_reader(args: argparse.Namespace) -> int:
        from companion.drivers.simulated.pn532_ports import emulate

        return emulate(args)

    def play_seat(args: argparse.Namespace) -> int:
        from companion.drivers.simulated.seat_script import emulate

        return emulate(args)

    reader.set_defaults(command=play_reader)
    seat.set_defaults(command=play_seat)
