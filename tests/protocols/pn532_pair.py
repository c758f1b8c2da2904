"""The driver of a PN532 and the emulated chip, joined in memory, with a jumping clock."""

from collections.abc import Callable

from companion.drivers.simulated.pn532_chip import SimulatedChip
from companion.drivers.simulated.tags import Ntag, Tag
from companion.protocols.pn532_chip import Chip
from companion.protocols.presence import TICKS, Reader

A, B = "04A1B2C3D4E5F6", "04010203040506"
PACE_MS = 22
LEAST_S = 0.0005


class Pair:
    """The driver, the chip and the card detection, joined.

    `results` are those of the driver, `facts` those of presence, each with its second. `sent` are
    all bytes from the driver. `wired`: the reset line is connected.
    """

    def __init__(self, start_s: float = 0.0, *, wired: bool = True, pace_ms: int = PACE_MS):
        self.now = start_s
        self.begin_s = start_s
        self.sim = SimulatedChip()
        self.chip = Chip(self.ticks)
        self.cards = Reader()
        self.results: list[tuple[str, ...]] = []
        self.facts: list[tuple[float, str]] = []
        self.sent = b""
        self._wired = wired
        self._pace_s = pace_ms / 1000
        self._poll_at = start_s
        self._reset = False

    @property
    def ticks(self) -> int:
        return int(self.now * 1000) % TICKS

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return self.now - self.begin_s

    def lay(self, tag: Tag | str) -> Tag:
        laid = Ntag(bytes.fromhex(tag)) if isinstance(tag, str) else tag
        self.sim.lay(laid, self.now)
        return laid

    def run(self, seconds: float) -> "Pair":
        end = self.now + seconds
        while self.now < end:
            self._step()
            times = [end, self.now + self.chip.due(self.ticks) / 1000, self.sim.due() or end]
            if self.chip.idle:
                times.append(self._poll_at)
            self.now = max(min(times), self.now + LEAST_S)
        return self

    def _step(self) -> None:
        data = self.chip.data_to_send()
        self.sent += data
        if data:
            self.sim.receive_data(data, self.now)
        while data := self.sim.data_to_send(self.now):
            self.chip.receive_data(data, self.ticks)
        self.chip.tick(self.ticks)
        if self.chip.idle and self.now >= self._poll_at:
            self._poll_at = self.now + self._pace_s
            self.chip.poll(self.ticks)
        if self._wired and self.chip.reset != self._reset:
            self._reset = self.chip.reset
            self.sim.reset_line(not self._reset)
        while result := self.chip.next_result():
            self._take(result)

    def _take(self, result: tuple[str, ...]) -> None:
        self.results.append(result)
        if result[0] in ("ready", "reopen"):
            return
        for kind, words, _ in self.cards.poll(result, self.ticks):
            self.facts.append((self.seconds, " ".join([kind, *words[:1]])))

    @property
    def fact_texts(self) -> list[str]:
        """The facts without their times."""
        return [fact for _, fact in self.facts]

    @property
    def faults(self) -> list[str]:
        return [result[1] for result in self.results if result[0] == "fault"]

    def when(self, fact: str) -> float:
        """The time of the first fact like this."""
        return next(at for at, text in self.facts if text == fact)


def always(*names: str) -> Callable[[SimulatedChip], None]:
    """Make these faults occur every time from now on."""

    def set_them(sim: SimulatedChip) -> None:
        for name in names:
            sim.faults.count[name] = -1

    return set_them
