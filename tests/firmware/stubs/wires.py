"""State shared by the stub modules: the levels of the pins, and the visible actions of the board.

Standard input and output are the node's serial port. Lines on descriptor CONTROL set a pin ("GP14
0"). Visible actions (pixels, a reset) are written to standard error, a line each. With FELT set,
every control line is echoed there once the firmware can have read it.
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
    """Whether the pin is high: by its pull if it is not driven."""
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
    """Write a visible action of the board."""
    sys.stderr.write(what + "\n")
