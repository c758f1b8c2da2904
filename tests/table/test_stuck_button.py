"""A stuck button is reported at its seat, on the phones and by the light."""

import pytest

from companion.messages import sentence
from companion.signals import Device
from tests.table.table_actor import Actor

WELL = Device("N3", "node", 3, "connected")


@pytest.mark.parametrize(
    ("device", "note"),
    [
        (WELL, "link.stuck_brake"),
        (Device("GPIO5", "button", 3, "connected"), "gpio.stuck"),
    ],
)
def test_stuck_button_is_reported_once_each_time(table: Actor, device: Device, note: str) -> None:
    hangs = Device(device.id, device.kind, 3, "connected", note)
    numbers = []
    for each in (hangs, hangs, device, hangs):
        table.signal(each)
        (said,) = [found for found in table.table.snapshot.notices if found.key == "device.stuck"]
        numbers.append(said.n)
    first, second = numbers[0], numbers[-1]
    assert numbers == [first, first, first, second]
    assert second > first
    assert said.seat == 3
    assert sentence(said.key, said.params, "en").startswith("Stuck button, seat 3.")
    cue = table.table.cues(table.now)[3]
    assert cue.name == "refused"
