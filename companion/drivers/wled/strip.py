"""Driver of a strip at a WLED: the seats' frames by DDP over UDP, while any of them is lit.

WLED goes back to its own effects when no frame has come for its realtime timeout, 2.5 s unless its
owner has set another. So a still frame is repeated; and WLED is released at once when the strip
has been dark for a while, and at the end. UDP has no answers: a WLED counts as lost while the
network refuses packets to it.
"""

import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from companion.config import Strip
from companion.drivers.nodes.node_events import Report
from companion.drivers.strip_driver import FRAME_S, StripDriver, assembled
from companion.protocols import ddp
from companion.signals import Device, Frame

LOG = logging.getLogger("companion.strips")

REPEAT_S = 1.0
"""Seconds after which a still frame is sent again: two in a realtime timeout, if one is lost."""

DARK_S = 2.0
"""Seconds of darkness after which WLED shows its own effects again."""

RELEASE_PORT = 21324
RELEASE = bytes([1, 0])
"""Of WLED's UDP realtime protocol (WARLS): a timeout of 0 s ends the realtime mode."""

SURE_S = 5.0
"""Seconds without a fault after which a lost WLED counts as connected. The network reports that a
packet had no receiver up to 3 s later."""

ROUND_S, RETRY_S, STOP_S = 0.25, 1.0, 2.0


class WledStrip(StripDriver):
    """The driver of one WLED. `start` first, `close` last; `show` from any thread."""

    def __init__(self, strip: Strip, post: Callable[[Report], None]):
        super().__init__(strip, post, "wled", strip.wled)
        self._thread = threading.Thread(target=self._run, name="wled", daemon=True)
        self._socket: socket.socket | None = None
        self._shown: Frame = ()
        self._sent_at = self._lit_at = float("-inf")
        self._sure_at = 0.0
        self._turned_at: float | None = None

    def start(self) -> None:
        """Start the thread, which looks the host up. Never waits for it."""
        self._post(self._device)
        self._thread.start()

    def pixels(self) -> Mapping[int, int]:
        """The length of each seat's segment, also while the WLED is lost."""
        return {part.seat: part.count for part in self._strip.segments}

    def quiet_s(self) -> float:
        """Seconds since the thread last came round, 0 while it looks the host up."""
        turned_at = self._turned_at
        return 0.0 if turned_at is None else time.monotonic() - turned_at

    def close(self) -> None:
        """Release the WLED. A search for its host is left to end by itself."""
        self._ended.set()
        self._rang.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        try:
            while not self._ended.is_set():
                try:
                    self._round()
                except OSError as error:
                    self._lose(error)
            with suppress(OSError):
                self._release()
            self._turned_at = None
        finally:
            if self._socket:
                self._socket.close()

    def _round(self) -> None:
        """Look the host up, if it is unknown; send what is due. Raises OSError."""
        if self._socket is None:
            self._turned_at = None
            self._socket = _connected(self._strip.wled)
        now = self._turned_at = time.monotonic()
        self._rang.clear()
        self._send(assembled(self._frames, self._strip), now)
        if now >= self._sure_at:
            self._tell("connected")
        self._rang.wait(ROUND_S)

    def _send(self, frame: Frame, now: float) -> None:
        """Send a frame that is new or due again; release a WLED that has been dark."""
        if any(map(any, frame)):
            self._lit_at = now
        if now >= self._lit_at + DARK_S:
            self._release()
        elif frame != self._shown or now >= self._sent_at + REPEAT_S:
            assert self._socket
            for packet in ddp.packets(frame):
                self._socket.send(packet)
            self._shown, self._sent_at = frame, now
            self._ended.wait(FRAME_S)

    def _release(self) -> None:
        """Let the WLED show its own effects, if it shows our frames."""
        if self._shown and self._socket:
            self._shown = ()
            host = self._socket.getpeername()[0]
            with socket.socket(self._socket.family, socket.SOCK_DGRAM) as other:
                other.sendto(RELEASE, (host, RELEASE_PORT))

    def _lose(self, error: OSError) -> None:
        """Report a fault of the network, and look the host up again a little later."""
        unknown = self._socket is None
        if self._device.state != "lost":
            LOG.warning("%s: %s", self._strip.wled, error)
        self._tell("lost", "wled.unknown" if unknown else "wled.lost")
        if self._socket:
            self._socket.close()
        self._socket, self._shown = None, ()
        self._sure_at = time.monotonic() + SURE_S
        self._ended.wait(RETRY_S)


class WledStrips:
    """All WLEDs of a table, each in a thread of its own, so that none waits for another."""

    def __init__(self, strips: tuple[Strip, ...], post: Callable[[Report], None]):
        self._strips = [WledStrip(strip, post) for strip in strips]

    def start(self) -> None:
        """Start them all. Never waits."""
        for strip in self._strips:
            strip.start()

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, until the next call."""
        for strip in self._strips:
            strip.show(frames)

    def devices(self) -> list[Device]:
        """Every WLED's state."""
        return [device for strip in self._strips for device in strip.devices()]

    def pixels(self) -> Mapping[int, int]:
        """The seats with a segment, and its length: the longest, if a seat has several."""
        lengths: dict[int, int] = {}
        for strip in self._strips:
            for seat, count in strip.pixels().items():
                lengths[seat] = max(count, lengths.get(seat, 0))
        return lengths

    def quiet_s(self) -> float:
        """Seconds since the slowest thread last came round."""
        return max((strip.quiet_s() for strip in self._strips), default=0.0)

    def close(self) -> None:
        """Release them all."""
        for strip in self._strips:
            strip.close()


def _connected(host: str) -> socket.socket:
    """A socket to the WLED. Raises OSError for a host that is unknown or out of reach."""
    name = host.encode()  # a text would raise UnicodeError for an odd name
    family, kind, _, _, address = socket.getaddrinfo(name, ddp.PORT, type=socket.SOCK_DGRAM)[0]
    found = socket.socket(family, kind)
    try:
        found.connect(address)
    except OSError:
        found.close()
        raise
    return found
