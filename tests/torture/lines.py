"""All lines of the torture, with their counts in `make torture` and `make test`."""

from tests.torture.blocked import blocked
from tests.torture.blocks import blocks, files
from tests.torture.clocks import clocks
from tests.torture.club import club_day, long_race, starts
from tests.torture.crowds import at_once, vanishing
from tests.torture.disks import disks
from tests.torture.fields import field_reports
from tests.torture.halls import broker_kills, database_restarts, disorder, hall_kills, one_name
from tests.torture.kills import kills
from tests.torture.line import Line
from tests.torture.links import driver_noise, firmware_noise, micropython_noise
from tests.torture.power import power_loss

LINES = (
    Line("power cut, unsynced writes lost", 10_000, 40, "cuts", power_loss),
    Line("SIGKILL in an evening", 1_000, 2, "kills", kills),
    Line("disk and file in trouble", 20, 1, "rounds", disks),
    Line("a block overwritten", 10_000, 40, "blocks", blocks),
    Line("files missing or exchanged", 1_024, 0, "states", files),
    Line("clock jumps", 40, 3, "jumps", clocks),
    Line("link noise, real driver", 1_000_000, 10_000, "lines", driver_noise),
    Line("link noise, firmware", 1_000_000, 10_000, "lines", firmware_noise),
    Line("link noise, firmware, MicroPython", 1_000_000, 2_000, "lines", micropython_noise),
    Line("everything blocked in turn", 30, 1, "seconds", blocked),
    Line("field reports 5 and 6", 20, 0, "rows", field_reports),
    Line("club day", 100_000, 300, "acts", club_day),
    Line("one long race", 20_000, 200, "acts", long_race),
    Line("start with races stored", 1_000, 40, "races", starts),
    Line("500 watchers, 50 vanish a second", 300, 1, "seconds", vanishing),
    Line("five seats in 50 ms, ten acts a s", 600, 5, "times", at_once),
    Line("hall killed", 100, 10, "kills", hall_kills),
    Line("hall's broker killed", 60, 2, "kills", broker_kills),
    Line("hall's database ended", 100, 2, "ends", database_restarts),
    Line("acts doubled, late, of any year", 10_000, 300, "messages", disorder),
    Line("two tables of one name", 1_000, 60, "acts", one_name),
)
