"""The commands `companion hotspot on / off`: the Pi's own Wi-Fi."""

from argparse import ArgumentParser, Namespace
from typing import TextIO

from companion.doctor.machine import Machine
from companion.messages import sentence
from companion.system.hotspot import ADDRESS, close_hotspot, open_hotspot

FINE = 0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("state", choices=("on", "off"))
    parser.add_argument("--name", help="the network's name")
    parser.add_argument("--password", help="its password (default: one is made up and kept)")
    parser.add_argument("--interface", default="wlan0", help="the Wi-Fi device")
    parser.set_defaults(command=hotspot)


def hotspot(args: Namespace, out: TextIO, err: TextIO, machine: Machine | None = None) -> int:
    """Open or close the Wi-Fi. Raises Refused with NetworkManager's message."""
    machine = machine or Machine()
    if args.state == "off":
        close_hotspot(machine)
        print(sentence("hotspot.off", {}, args.lang), file=err)
        return FINE
    opened = open_hotspot(machine, args.name, args.password, args.interface)
    said = {"name": opened.name, "password": opened.password, "address": f"http://{ADDRESS}"}
    print(sentence("hotspot.on", said, args.lang), file=out)
    print(sentence("hotspot.stay", lang=args.lang), file=out)
    return FINE
