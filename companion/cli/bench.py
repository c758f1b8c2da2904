"""The command `companion bench`: measure the figures that we claim."""

import argparse
from typing import TextIO

from companion.bench import report
from companion.bench.wires import Failed
from companion.errors import Refused


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--json", action="store_true", help="print JSON instead")
    parser.add_argument("--taps", type=int, default=2000, help="taps to measure (default 2000)")
    parser.add_argument(
        "--watchers", type=int, default=500, help="phones that look on (default 500; 0: none)"
    )
    parser.set_defaults(command=command)


def command(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Measure. Exit status 1 if a claim is not kept on this machine. Raises Refused."""
    try:
        return report.main(args)
    except (Failed, OSError) as fault:
        raise Refused("bench.failed", detail=str(fault)) from fault
