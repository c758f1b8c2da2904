"""Every line of the torture: what, how often in `make torture` and in `make test`, and how."""

from tests.torture.line import Line
from tests.torture.power import power_loss

LINES = (Line("power cut, unsynced writes lost", 10_000, 60, "cuts", power_loss),)
