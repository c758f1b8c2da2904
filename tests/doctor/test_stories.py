"""The doctor reports every fault until it is cured."""

import inspect
from pathlib import Path

import device_stories
import pytest
import reader_stories
import stories
import walk_stories
from sick_pi import BUTTON, READER, SickPi, strip

from companion.doctor.finding import SEVERITY
from companion.messages import sentence

STORIES = {
    name: story
    for module in (stories, device_stories, walk_stories, reader_stories)
    for name, story in vars(module).items()
    if inspect.isgeneratorfunction(story)
    and story.__module__ == module.__name__
    and not name.startswith("_")
}


def test_every_fault_has_a_story() -> None:
    assert STORIES.keys() == SEVERITY.keys()


@pytest.mark.parametrize("id", STORIES)
def test_a_fault_is_found_until_it_is_cured(id: str, tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    story = STORIES[id](pi)
    next(story)
    assert id in pi.ids()
    with pytest.raises(StopIteration):
        next(story)
    assert id not in pi.ids()


@pytest.mark.parametrize("id", SEVERITY)
def test_every_fault_has_a_cure(id: str) -> None:
    for key in (f"doctor.{id}", f"doctor.{id}.fix"):
        assert sentence(key) != key


@pytest.mark.parametrize("model", ["3B", "4B", "Zero 2 W"])
def test_a_healthy_pi_with_all_devices_has_no_fault(model: str, tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.board(model)
    pi.toml = READER + BUTTON + strip("D10")
    clocks = "core_freq=500\ncore_freq_min=500" if model == "4B" else "core_freq=250"
    pi.write("/boot/firmware/config.txt", f"enable_uart=1\n{clocks}\n")
    assert {id for id in pi.ids() if id in SEVERITY} == set()


def test_a_machine_without_information_has_no_hardware_fault(tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.write("/proc/cpuinfo")
    for name in ("vcgencmd", "systemctl", "df"):
        (pi.bin / name).unlink()
    assert {id for id in pi.ids() if id in SEVERITY} == set()


@pytest.mark.parametrize("told", ["", "throttled=", "throttled=0xZZ", "VCHI initialization failed"])
def test_invalid_firmware_output_is_not_a_fault(told: str, tmp_path: Path) -> None:
    pi = SickPi(tmp_path)
    pi.command("vcgencmd", told)
    assert {id for id in pi.ids() if id in SEVERITY} == set()
