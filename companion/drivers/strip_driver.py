"""What the drivers of strips share: the newest frames and the state that people see."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.config import Strip
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.seat_assignment import lit, woven
from companion.signals import Device, Frame

FRAME_S = 1 / 30
"""Least seconds between two frames."""


class StripDriver:
    """A strip whose driver has a thread. `show` from any thread.

    The thread waits for `_rang`, which new frames set, and ends with `_ended`.
    """

    def __init__(self, strip: Strip, post: Callable[[Report], None], kind: str, name: str):
        self._strip = strip
        self._post = post
        self._device = Device(name, kind, 0, "waiting", pixels=strip.pixels)
        self._frames: Mapping[int, Frame] = {}
        self._rang = threading.Event()
        self._ended = threading.Event()

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, until the next call."""
        if frames != self._frames:
            self._frames = dict(frames)
            self._rang.set()

    def devices(self) -> list[Device]:
        """The strip's state."""
        return [self._device]

    def _tell(self, state: str, note: str = "") -> None:
        """Report the strip's state if it is new."""
        device = replace(self._device, state=state, note=note)
        if device != self._device:
            self._device = device
            self._post(device)


def assembled(frames: Mapping[int, Frame], strip: Strip) -> Frame:
    """The frame of the whole strip from the seats' frames, within brightness and current."""
    frame = lit(woven(frames, strip.segments, strip.pixels), strip.leds)
    return frame[::-1] if strip.leds.reverse else frame
