"""Strips at WLEDs: an emulator by UDP shows what a strip would show."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import pytest
from driver_rig import Disk
from wled_emulator import WledEmulator, free_host

from companion.config import Config, Leds, Segment, Strip, phones_only
from companion.drivers.nodes.node_events import Report
from companion.drivers.room import Room, open_room
from companion.drivers.strip_driver import assembled
from companion.drivers.wled import strip as wled
from companion.drivers.wled.strip import WledStrips
from companion.signals import Device, Frame
from tests.patience import PATIENCE_S, until

RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)
FULL = Leds(brightness=1.0, budget_ma=20_000)
PARTS = (Segment(1, 0, 2), Segment(2, 3, 3))


def strip(host: str, pixels: int = 6, parts: tuple[Segment, ...] = PARTS) -> Strip:
    return Strip(pixels, parts, leds=FULL, wled=host)


@contextmanager
def driven(*strips: Strip) -> Iterator[tuple[WledStrips, "SimpleQueue[Report]"]]:
    told: SimpleQueue[Report] = SimpleQueue()
    driver = WledStrips(strips, told.put)
    driver.start()
    try:
        yield driver, told
    finally:
        driver.close()


def await_state(told: "SimpleQueue[Report]", state: str) -> Device:
    while True:
        report = told.get(timeout=PATIENCE_S)
        if isinstance(report, Device) and report.state == state:
            return report


def test_the_pixels_of_a_wled_equal_those_of_a_strip_on_the_pi() -> None:
    with WledEmulator(6) as lamp, driven(strip(lamp.host)) as (driver, told):
        await_state(told, "connected")
        assert driver.pixels() == {1: 2, 2: 3}
        for frames in ({1: (RED, BLUE), 2: (BLUE,) * 3}, {2: (RED,)}, {1: ((1, 2, 3),) * 2}):
            driver.show(frames)
            lamp.await_frame(assembled(frames, strip("")))


def test_a_long_strip_comes_in_packets_and_shows_as_one_frame() -> None:
    parts = (Segment(1, 0, 1000),)
    frame: Frame = tuple((at % 256, at // 256, 7) for at in range(1000))
    with WledEmulator(1000) as lamp, driven(strip(lamp.host, 1000, parts)) as (driver, _):
        driver.show({1: frame})
        lamp.await_frame(frame)
        assert lamp.frames == 1


def test_a_still_frame_is_repeated_before_the_timeout() -> None:
    with WledEmulator(6) as lamp, driven(strip(lamp.host)) as (driver, _):
        driver.show({1: (RED, RED)})
        until(lambda: lamp.frames == 3)
        assert lamp.live


def test_a_dark_strip_is_released_after_two_seconds_and_lit_again() -> None:
    with WledEmulator(6) as lamp, driven(strip(lamp.host)) as (driver, _):
        driver.show({1: (RED, RED)})
        until(lambda: lamp.live)
        driver.show({1: (BLACK, BLACK)})
        lamp.await_frame((BLACK,) * 6)
        dark = time.monotonic()
        until(lambda: not lamp.live)
        assert time.monotonic() - dark >= wled.DARK_S / 2
        driver.show({1: (RED, RED)})
        until(lambda: lamp.live)


def test_a_table_without_light_leaves_the_wled_its_own_effects() -> None:
    with WledEmulator(6) as lamp, driven(strip(lamp.host)) as (driver, told):
        await_state(told, "connected")
        driver.show({1: (BLACK, BLACK)})
        driver.close()
        assert lamp.frames == 0


def test_the_end_releases_the_wled_at_once() -> None:
    with WledEmulator(6) as lamp:
        with driven(strip(lamp.host)) as (driver, _):
            driver.show({1: (RED, RED)})
            until(lambda: lamp.live)
        until(lambda: not lamp.live)


def test_a_wled_that_vanishes_is_lost_and_comes_back_beside_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wled, "RETRY_S", 0.02)
    monkeypatch.setattr(wled, "REPEAT_S", 0.05)
    monkeypatch.setattr(wled, "SURE_S", 0.1)
    gone = free_host()
    with WledEmulator(6) as other, driven(strip(gone), strip(other.host)) as (driver, told):
        driver.show({1: (RED, RED)})
        assert await_state(told, "lost").note == "wled.lost"
        driver.show({1: (BLUE, BLUE)})
        other.await_frame((BLUE, BLUE, *(BLACK,) * 4))
        with WledEmulator(6, gone) as back:
            back.await_frame((BLUE, BLUE, *(BLACK,) * 4))
            while await_state(told, "connected").id != gone:
                pass


def test_an_unknown_host_is_lost_and_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wled, "RETRY_S", 0.02)
    with driven(strip("no-such-wled.invalid"), strip("a..b")) as (_, told):
        notes = {await_state(told, "lost").note, await_state(told, "lost").note}
        assert notes == {"wled.unknown"}


def opened(config: Config, simulate: bool) -> tuple[Room, "SimpleQueue[Report]"]:
    told: SimpleQueue[Report] = SimpleQueue()
    disk = Disk()
    return open_room(config, told.put, lambda uid: None, disk.next_session, simulate), told


@pytest.mark.parametrize("simulate", [True, False])
def test_a_room_lights_its_wleds(simulate: bool) -> None:
    with WledEmulator(6) as lamp:
        config = Config("", "en", phones_only(2).seats, wleds=(strip(lamp.host),))
        room, _ = opened(config, simulate)
        room.start()
        try:
            room.show({1: (RED, RED), 2: (BLUE,) * 3})
            lamp.await_frame((RED, RED, BLACK, BLUE, BLUE, BLUE))
            assert [one.id for one in room.devices() if one.kind == "wled"] == [lamp.host]
            assert room.quiet_s() < PATIENCE_S
        finally:
            room.close()
