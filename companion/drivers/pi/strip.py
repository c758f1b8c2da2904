"""The table's strip on a pin of the Pi: seats' frames on its segments, written by one thread.

The hardware is `neopixel` on Blinka (hardware.md 2.1). What its first write fails with may leave
rpi_ws281x in a state in which a second one would take the process along: whoever was refused stays
refused until the companion starts anew.
"""

import logging
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from companion.config import Strip
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.seat_assignment import BLACK, lit, woven
from companion.drivers.pi.board import PIO, Pi, pixel_trouble, this_pi
from companion.errors import DeviceLost
from companion.signals import Device, Frame

LOG = logging.getLogger("companion.strips")

FRAME_S = 1 / 30
"""A strip is written at most so often."""

ROUND_S = 0.25
RETRY_S = 1.0
STOP_S = 2.0

_CURES = (
    (r"ModuleNotFoundError|was not found|unsupported installed", "strip.no_package"),
    (r"one strip only", "strip.one_only"),
    (r"running with sudo|code -5\b|PermissionError", "strip.no_root"),
    (r"code -3\b", "strip.new_board"),
    (r"code -9\b", "strip.no_mailbox"),
    (r"code -11\b|has no attribute|no Pin|Invalid pin", "strip.wrong_pin"),
    (r"code -1[34]\b", "strip.no_spi"),
    (r"PIO device|pio0", "strip.no_pio"),
    (r"NotImplementedError", "strip.no_pi"),
)
"""Known errors by type and text, each with the message key of its cure."""


class Pixels(Protocol):
    """A strip that can be lit."""

    def show(self, frame: Frame) -> None:
        """Light it, first pixel first."""

    def close(self) -> None:
        """Dark, and given back."""


class NotDriven(DeviceLost):
    """The strip cannot be had; the text is a message key that tells the cure."""


class PiStrip:
    """The strip. `start`, then from any thread `show`; at the end `close`.

    `open_pixels`: what opens the hardware, in the strip's own thread; it may raise NotDriven.
    """

    def __init__(
        self,
        strip: Strip,
        post: Callable[[Report], None],
        open_pixels: Callable[[Strip], Pixels] | None = None,
    ):
        self._strip = strip
        self._post = post
        self._open = open_pixels or neopixels
        self._device = Device(strip.pin, "strip", 0, "waiting", pixels=strip.pixels)
        self._frames: Mapping[int, Frame] = {}
        self._rang = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="strip", daemon=True)
        self._turned_at: float | None = None

    def start(self) -> None:
        """Begin to open the strip; never waits for it."""
        self._post(self._device)
        self._thread.start()

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, from now on; the newest call wins."""
        if frames != self._frames:
            self._frames = dict(frames)
            self._rang.set()

    def devices(self) -> list[Device]:
        """The strip as it stands."""
        return [self._device]

    def pixels(self) -> Mapping[int, int]:
        """The seats that have a segment of it, and its length, while it can be lit."""
        if self._device.state != "connected":
            return {}
        return {part.seat: part.count for part in self._strip.segments}

    def quiet_s(self) -> float:
        """How long ago the thread last came round, in seconds; 0 while it opens and afterwards."""
        turned_at = self._turned_at
        return time.monotonic() - turned_at if turned_at and self._thread.is_alive() else 0.0

    def close(self) -> None:
        """Darken the strip and give it back."""
        self._ended.set()
        self._rang.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                raise DeviceLost("strip.will_not_stop")

    def _run(self) -> None:
        try:
            pixels = self._open(self._strip)
        except NotDriven as refused:
            self._tell("refused", str(refused))
            return
        self._tell("connected")
        self._light(pixels)
        try:
            pixels.close()
        except Exception as error:
            LOG.warning("%s: %s", self._strip.pin, repr(error))

    def _light(self, pixels: Pixels) -> None:
        """Write every new frame until the end, and a failed one again after a while."""
        shown: Frame = ()
        while not self._ended.is_set():
            self._turned_at = time.monotonic()
            self._rang.clear()
            frame = assembled(self._frames, self._strip)
            if frame == shown:
                self._rang.wait(ROUND_S)
            elif self._written(pixels, frame):
                shown = frame
                self._ended.wait(FRAME_S)
            else:
                self._ended.wait(RETRY_S)

    def _written(self, pixels: Pixels, frame: Frame) -> bool:
        try:
            pixels.show(frame)
        except Exception as error:
            LOG.warning("%s: %s", self._strip.pin, repr(error))
            self._tell("lost", "strip.fault")
            return False
        self._tell("connected")
        return True

    def _tell(self, state: str, note: str = "") -> None:
        device = Device(self._strip.pin, "strip", 0, state, note, self._strip.pixels)
        if device != self._device:
            self._device = device
            self._post(device)


def assembled(frames: Mapping[int, Frame], strip: Strip) -> Frame:
    """The whole strip as it is to be lit, its first pixel first: the current limit comes last."""
    frame = lit(woven(frames, strip.segments, strip.pixels), strip.leds)
    return frame[::-1] if strip.leds.reverse else frame


def darken(strip: Strip) -> str:
    """Put out the strip that a killed service left lit. Returns why it could not: a message key.

    A node darkens its strip by itself when the link ends.
    """
    if not strip.pin:
        return ""
    try:
        neopixels(strip).close()
    except NotDriven as refused:
        return str(refused)
    return ""


def neopixels(strip: Strip) -> Pixels:
    """The strip on the Pi's pin, dark. Raises NotDriven."""
    pi = this_pi()
    if note := pixel_trouble(pi, strip.pin, os.geteuid() == 0, _usable):
        raise NotDriven(note)
    try:
        return _NeoPixels(strip)
    except Exception as error:
        LOG.warning("%s: %s", strip.pin, repr(error))
        raise NotDriven(trouble(error, pi)) from error


class _NeoPixels:
    """`neopixel.NeoPixel`; the strip's colour order is its business."""

    def __init__(self, strip: Strip):
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"  # it would ask on the terminal
        import board
        import neopixel

        self._count = strip.pixels
        self._strip: Any = neopixel.NeoPixel(
            getattr(board, strip.pin),
            strip.pixels,
            auto_write=False,
            pixel_order=strip.leds.order,
        )
        self.show((BLACK,) * strip.pixels)  # here it turns out whether the hardware is to be had

    def show(self, frame: Frame) -> None:
        """Light it, first pixel first."""
        self._strip[0 : self._count] = frame
        self._strip.show()

    def close(self) -> None:
        """Dark, and the pin given back."""
        self._strip.deinit()


def trouble(error: Exception, pi: Pi | None) -> str:
    """The message key of what is wrong with the strip, and what helps."""
    text = f"{type(error).__name__}: {error}"
    note = next((note for known, note in _CURES if re.search(known, text)), "strip.fault")
    if pi is None and note in ("strip.no_package", "strip.wrong_pin"):
        return "strip.no_pi"
    if note == "strip.no_package" and pi and pi.pixels == PIO:
        return "strip.no_package_pi5"
    return note


def _usable(device: str) -> bool:
    return os.access(device, os.R_OK | os.W_OK)
