"""The node's reader with the emulated chip in memory, millisecond by millisecond."""

from companion.drivers.simulated.pn532_chip import SimulatedChip
from companion.drivers.simulated.tags import Ntag
from companion.firmware.reader import PACE_MS, UartReader
from companion.protocols import pn532
from companion.protocols.presence import TICKS

UID = "04A30B5AEB6C80"


class Node:
    """A board's loop with its reader; its UART ends at `chip`."""

    def __init__(self, start_ms: int = 0) -> None:
        self.now = start_ms
        self.chip = SimulatedChip()
        self.levels: list[bool] = []
        self.results: list[tuple[str, ...]] = []
        self._received = b""
        self.reader = UartReader(self, self._reset, self.ticks)

    @property
    def ticks(self) -> int:
        return self.now % TICKS

    @property
    def in_waiting(self) -> int:
        while data := self.chip.data_to_send(self.now / 1000):
            self._received += data
        return len(self._received)

    def read(self, nbytes: int) -> bytes | None:
        data, self._received = self._received[:nbytes], self._received[nbytes:]
        return data or None

    def write(self, data: bytes) -> int:
        self.chip.receive_data(data, self.now / 1000)
        return len(data)

    def _reset(self, high: bool) -> None:
        self.levels.append(high)
        self.chip.reset_line(high)

    def run(self, ms: int) -> "Node":
        for _ in range(ms):
            result = self.reader.poll(self.ticks)
            if result:
                self.results.append(result)
            self.now += 1
        return self


def test_each_poll_gives_one_result_at_its_own_pace() -> None:
    node = Node().run(1000)
    assert set(node.results) == {("none",)}
    assert 1000 // PACE_MS - 10 <= len(node.results) <= 1000 // PACE_MS


def test_card_is_reported_within_40_ms_while_it_is_there() -> None:
    node = Node().run(200)
    node.chip.lay(Ntag(bytes.fromhex(UID)), node.now / 1000)
    node.results.clear()
    node.run(40)
    assert ("tag", UID, "0044", "00") in node.results
    node.chip.clear()
    node.run(100)
    assert node.results[-1] == ("none",)


def test_dead_chip_is_a_fault_and_gets_a_reset() -> None:
    node = Node().run(200)
    node.chip.faults.dead = True
    node.run(4000)
    assert ("fault", "no_ack") in node.results
    assert node.levels == [False, True]
    assert node.results[-1] == ("none",)


def test_missing_reader_is_searched_for_continuously() -> None:
    node = Node()
    node.chip.faults.mute = True
    node.run(10_000)
    assert set(node.results) == {("fault", "no_ack")}
    node.chip.faults.mute = False
    assert node.run(3000).results[-1] == ("none",)


def test_ticks_can_wrap() -> None:
    node = Node(TICKS - 500).run(1000)
    assert set(node.results) == {("none",)}
    assert node.chip.heard[0] == pn532.sam_configuration()
