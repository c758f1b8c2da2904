"""What the stub modules share: the levels of the pins, and what the board was seen to do.

Standard input and output are the node's serial port. Lines on descriptor CONTROL set a pin ("GP14
0"); what a bystander would see (pixels, a reset) goes to standard error, a line each. With FELT set
every such line goes there too, once the firmware could feel it.
"""

import os
import select
import sys

LOW, HIGH = "0", "1"

levels = {}


def _hands():
    return open(int(os.getenv("CONTROL")), "rb")


_control = _hands()
_poll = select.poll()
_poll.register(_control, select.POLLIN)


def level(pin, pulled_up=True):
    """Whether the pin is high: as it is pulled, if nobody holds it."""
    while _poll.poll(0):
        line = _control.readline()
        if not line:
            _poll.unregister(_control)
            break
        name, value = line.decode().split()
        levels[name] = value
        if os.getenv("FELT"):
            seen("felt " + name + " " + value)
    return levels.get(pin, HIGH if pulled_up else LOW) == HIGH


def seen(what):
    """Something that can be seen of the board."""
    sys.stderr.write(what + "\n")
