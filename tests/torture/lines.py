"""Every line of the torture: what, how often in `make torture` and in `make test`, and how."""

from tests.torture.clocks import clocks
from tests.torture.disks import disks
from tests.torture.kills import kills
from tests.torture.line import Line
from tests.torture.links import driver_noise, firmware_noise, micropython_noise
from tests.torture.power import power_loss

LINES = (
    Line("power cut, unsynced writes lost", 10_000, 60, "cuts", power_loss),
    Line("SIGKILL in an evening", 1_000, 2, "kills", kills),
    Line("disk and file in trouble", 20, 1, "rounds", disks),
    Line("clock jumps", 40, 4, "jumps", clocks),
    Line("link noise, real driver", 1_000_000, 10_000, "lines", driver_noise),
    Line("link noise, firmware", 1_000_000, 20_000, "lines", firmware_noise),
    Line("link noise, firmware, MicroPython", 1_000_000, 3_000, "lines", micropython_noise),
)
