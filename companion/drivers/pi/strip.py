"""Driver of the table's strip on a pin of the Pi: the seats' frames on its segments.

One thread writes with `neopixel` on Blinka (hardware.md 2.1). After a failed first write a second
one could crash the process in rpi_ws281x, so a strip that cannot be opened stays refused until the
companion restarts.
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
from companion.drivers.nodes.seat_assignment import BLACK
from companion.drivers.pi.board import PIO, Pi, pixel_trouble, this_pi
from companion.drivers.strip_driver import FRAME_S, StripDriver, assembled
from companion.errors import DeviceLost
from companion.signals import Frame

LOG = logging.getLogger("companion.strips")

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
"""Known errors by type and text, with the message key that names the cure."""


class Pixels(Protocol):
    """An open strip."""

    def show(self, frame: Frame) -> None:
        """Light it, first pixel first."""

    def close(self) -> None:
        """Darken and release the strip."""


class NotDriven(DeviceLost):
    """The strip cannot be opened; the text is a message key that names the cure."""


class PiStrip(StripDriver):
    """The driver of the strip. `start` first, `close` last; `show` from any thread.

    `open_pixels` opens the hardware, in the strip's own thread; it may raise NotDriven.
    """

    def __init__(
        self,
        strip: Strip,
        post: Callable[[Report], None],
        open_pixels: Callable[[Strip], Pixels] | None = None,
    ):
        super().__init__(strip, post, "strip", strip.pin)
        self._thread = threading.Thread(target=self._run, name="strip", daemon=True)
        self._open = open_pixels or neopixels
        self._opening = False
        self._over = True
        self._turned_at = 0.0

    def start(self) -> None:
        """Start the thread, which opens the strip. Never waits for it."""
        self._post(self._device)
        self._turned_at = time.monotonic()
        self._over, self._opening = False, True
        self._thread.start()

    def pixels(self) -> Mapping[int, int]:
        """The length of each seat's segment, while the strip works."""
        if self._device.state != "connected":
            return {}
        return {part.seat: part.count for part in self._strip.segments}

    def quiet_s(self) -> float:
        """Seconds since the thread last came round.

        0 before it starts, while it opens the strip, and after it ended normally.
        """
        if self._over or (self._opening and self._thread.is_alive()):
            return 0.0
        return time.monotonic() - self._turned_at

    def close(self) -> None:
        """Darken and release the strip."""
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
        else:
            self._tell("connected")
            self._light(pixels)
            try:
                pixels.close()
            except Exception as error:
                LOG.warning("%s: %s", self._strip.pin, repr(error))
        self._over = True

    def _light(self, pixels: Pixels) -> None:
        """Write new frames until the end, and retry after a failed write."""
        shown: Frame = ()
        while not self._ended.is_set():
            self._turned_at = time.monotonic()
            self._opening = False
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


def darken(strip: Strip) -> str:
    """Darken a strip that a killed service left lit. Returns a fault's message key, "" for none.

    A node darkens its own strip when the link ends.
    """
    if not strip.pin:
        return ""
    try:
        neopixels(strip).close()
    except NotDriven as refused:
        return str(refused)
    return ""


def neopixels(strip: Strip) -> Pixels:
    """Open the strip on the Pi's pin, dark. Raises NotDriven."""
    pi = this_pi()
    if note := pixel_trouble(pi, strip.pin, os.geteuid() == 0, _usable):
        raise NotDriven(note)
    try:
        return _NeoPixels(strip)
    except Exception as error:
        LOG.warning("%s: %s", strip.pin, repr(error))
        raise NotDriven(trouble(error, pi)) from error


class _NeoPixels:
    """A strip by `neopixel.NeoPixel`, which handles the colour order."""

    def __init__(self, strip: Strip):
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"  # otherwise Blinka asks on the terminal
        import board
        import neopixel

        self._count = strip.pixels
        self._strip: Any = neopixel.NeoPixel(
            getattr(board, strip.pin),
            strip.pixels,
            auto_write=False,
            pixel_order=strip.leds.order,
        )
        self.show((BLACK,) * strip.pixels)  # the first write fails if the hardware is unavailable

    def show(self, frame: Frame) -> None:
        """Light it, first pixel first."""
        self._strip[0 : self._count] = frame
        self._strip.show()

    def close(self) -> None:
        """Turn the strip dark and release the pin."""
        self._strip.deinit()


def trouble(error: Exception, pi: Pi | None) -> str:
    """The message key that names the fault of the strip and its cure."""
    text = f"{type(error).__name__}: {error}"
    note = next((note for known, note in _CURES if re.search(known, text)), "strip.fault")
    if pi is None and note in ("strip.no_package", "strip.wrong_pin"):
        return "strip.no_pi"
    if note == "strip.no_package" and pi and pi.pixels == PIO:
        return "strip.no_package_pi5"
    return note


def _usable(device: str) -> bool:
    return os.access(device, os.R_OK | os.W_OK)
