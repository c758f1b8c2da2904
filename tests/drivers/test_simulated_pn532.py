"""The emulated PN532: its bytes and its faults."""

import pytest
from chip_lines import FOUND, SAM, SEARCH, UID

from companion.drivers.simulated.pn532_chip import NAMES, SimulatedChip
from companion.drivers.simulated.tags import Ntag, Phone
from companion.protocols import pn532

TAG = bytes.fromhex("00440007" + UID)
TWO = pn532.ACK + pn532.frame(b"\xd5\x4b\x02\x01" + TAG + b"\x02" + TAG)


class Desk:
    """A chip in memory, already awake. `say` returns its bytes within 0.2 s of a command."""

    def __init__(self, awake: bool = True) -> None:
        self.chip = SimulatedChip()
        self.now = 0.0
        if awake:
            self.chip.receive_data(pn532.WAKE_UP, 0.0)
            self.say(SAM)

    def say(self, data: bytes) -> bytes:
        self.chip.receive_data(data, self.now)
        return b"".join(self.writes(0.2))

    def ask(self, payload: bytes) -> bytes:
        return self.say(pn532.command(*payload))

    def writes(self, seconds: float) -> list[bytes]:
        told, end = [], self.now + seconds
        while self.now < end:
            if data := self.chip.data_to_send(self.now):
                told.append(data)
            else:
                self.now += 0.0005
        return told


@pytest.mark.parametrize(
    ("payload", "answer"),
    [
        (pn532.sam_configuration(), "0000FF02FED5151600"),
        (pn532.get_firmware_version(), "0000FF06FAD50332010607E800"),
        (pn532.passive_retries(1), "0000FF02FED533F800"),
        (pn532.rf_field(False), "0000FF02FED533F800"),
        (pn532.in_release(), "0000FF03FDD55300D800"),
        (pn532.in_deselect(), "0000FF03FDD54500E600"),
        (bytes([pn532.POWER_DOWN, 0xB0]), "0000FF03FDD517001400"),
        (b"\x99", "0000FF01FF7F8100"),
    ],
)
def test_answers_are_the_bytes_of_the_manual(payload: bytes, answer: str) -> None:
    assert Desk().ask(payload) == pn532.ACK + bytes.fromhex(answer)


def test_a_search_finds_a_card() -> None:
    desk = Desk()
    desk.chip.lay(Ntag(bytes.fromhex(UID)), 0.0)
    assert desk.say(SEARCH) == pn532.ACK + FOUND


def test_ack_and_answer_are_two_writes() -> None:
    desk = Desk()
    desk.chip.lay(Ntag(bytes.fromhex(UID)), 0.0)
    desk.chip.receive_data(SEARCH, desk.now)
    assert desk.writes(0.2) == [pn532.ACK, FOUND]


def test_an_endless_search_ends_with_a_card() -> None:
    desk = Desk()
    assert desk.say(SEARCH) == pn532.ACK
    desk.now += 60
    desk.chip.lay(Ntag(bytes.fromhex(UID)), desk.now)
    assert desk.writes(0.2) == [FOUND]


@pytest.mark.parametrize("stop", [pn532.ACK, pn532.command(*pn532.rf_field(True))])
def test_an_abort_or_a_new_command_ends_a_search(stop: bytes) -> None:
    desk = Desk()
    desk.say(SEARCH)
    desk.say(stop)
    desk.chip.lay(Ntag(bytes.fromhex(UID)), desk.now)
    assert desk.writes(0.2) == []


def test_with_finite_retries_no_card_is_an_answer() -> None:
    desk = Desk()
    desk.ask(pn532.passive_retries(0))
    assert desk.say(SEARCH) == pn532.ACK + bytes.fromhex("0000FF03FDD54B00E000")


def test_nack_repeats_the_last_answer() -> None:
    desk = Desk()
    told = desk.ask(pn532.get_firmware_version())
    assert desk.say(pn532.NACK) == told[len(pn532.ACK) :]


def test_before_wakeup_and_configuration_commands_are_ignored() -> None:
    desk = Desk(awake=False)
    assert desk.say(SAM) == b""
    assert desk.say(pn532.WAKE_UP + SEARCH) == b""
    assert desk.say(SAM) == pn532.ACK + bytes.fromhex("0000FF02FED5151600")
    assert desk.say(SEARCH) == pn532.ACK


@pytest.mark.parametrize("place", [3, 5, 9])
def test_a_damaged_command_is_not_acknowledged(place: int) -> None:
    data = bytearray(SEARCH)
    data[place] ^= 1
    assert Desk().say(bytes(data)) == b""


def test_a_command_within_a_millisecond_of_an_answer_is_ignored() -> None:
    desk = Desk()
    desk.chip.receive_data(pn532.command(*pn532.get_firmware_version()), desk.now)
    while not desk.chip.data_to_send(desk.now).startswith(b"\x00\x00\xff\x06"):
        desk.now += 0.0001
    desk.chip.receive_data(SEARCH, desk.now + 0.0009)
    assert desk.writes(0.2) == []
    assert desk.say(SEARCH) == pn532.ACK


def test_reading_pages_wraps_at_the_end() -> None:
    desk = Desk()
    tag = Ntag(bytes.fromhex(UID))
    desk.chip.lay(tag, 0.0)
    assert desk.ask(pn532.ntag_read(4)) == pn532.ACK + pn532.answer(0x41, 0x27)  # no card is found
    desk.say(SEARCH)
    assert desk.ask(pn532.ntag_read(3))[13:17] == bytes.fromhex("00E11012")
    tail = desk.ask(pn532.ntag_read(0x2A))
    assert tail[14 + 12 :][:3] == bytes.fromhex(UID)[:3]  # page 0 follows page 2C
    assert desk.ask(pn532.ntag_read(45)) == pn532.ACK + pn532.answer(0x41, 0x01)
    desk.chip.clear()
    assert desk.ask(pn532.ntag_read(4)) == pn532.ACK + pn532.answer(0x41, 0x01)


def test_written_pages_keep_their_data_and_locks_only_gain_bits() -> None:
    desk = Desk()
    tag = Ntag(bytes.fromhex(UID))
    desk.chip.lay(tag, 0.0)
    desk.say(SEARCH)
    fine, bad = pn532.ACK + pn532.answer(0x41, 0x00), pn532.ACK + pn532.answer(0x41, 0x01)
    assert desk.ask(pn532.ntag_write(5, b"\x01\x02\x03\x04")) == fine
    assert desk.ask(pn532.ntag_write(3, b"\x00\x01\x00\x00")) == fine
    assert desk.ask(pn532.ntag_write(2, b"\xff\xff\x01\x00")) == fine
    assert tag.memory[20:24] == b"\x01\x02\x03\x04"
    assert tag.memory[12:16] == b"\xe1\x11\x12\x00"
    assert tag.memory[8:12] == b"\x00\x00\x01\x00"
    assert desk.ask(pn532.ntag_write(0, b"\x01\x02\x03\x04")) == bad
    tag.tears_after = 1
    assert desk.ask(pn532.ntag_write(6, b"\x01\x02\x03\x04")) == fine
    assert desk.ask(pn532.ntag_write(7, b"\x01\x02\x03\x04")) == bad


def test_a_phone_has_random_uids_and_cannot_be_read() -> None:
    desk = Desk()
    desk.chip.lay(Phone(), 0.0)
    first, second = desk.say(SEARCH), desk.say(SEARCH)
    uids = [pn532.found(told[len(pn532.ACK) + 7 : -2])[1] for told in (first, second)]
    assert uids[0] != uids[1]
    assert [uid[:2] for uid in uids] == ["08", "08"]
    assert desk.ask(pn532.ntag_read(4)) == pn532.ACK + pn532.answer(0x41, 0x01)
    assert desk.ask(pn532.ntag_write(4, bytes(4))) == pn532.ACK + pn532.answer(0x41, 0x01)


def test_two_targets_are_reported_only_if_two_are_requested() -> None:
    desk = Desk()
    for uid in (UID, "04010203040506"):
        desk.chip.lay(Ntag(bytes.fromhex(uid)), 0.0)
    assert desk.say(SEARCH)[len(pn532.ACK) + 7] == 1
    assert desk.ask(bytes([pn532.IN_LIST_PASSIVE_TARGET, 2, 0]))[len(pn532.ACK) + 7] == 2


FAULTS = [
    ("no_ack", b""),
    ("ack_only", pn532.ACK),
    ("error", pn532.ACK + pn532.ERROR),
    ("bad_lcs", pn532.ACK + FOUND[:4] + b"\xf0" + FOUND[5:]),
    ("bad_dcs", pn532.ACK + FOUND[:-2] + b"\xcb\x00"),
    ("truncated", pn532.ACK + FOUND[:10]),
    ("noise_ack", b"\x55\xaa" + pn532.ACK + FOUND),
    ("noise_answer", pn532.ACK + b"\x55\xaa" + FOUND),
    ("duplicate", pn532.ACK + FOUND + FOUND),
    ("extended", pn532.ACK + bytes.fromhex("0000FFFFFF000FF1") + FOUND[5:]),
    ("late", pn532.ACK),
    ("nothing", pn532.ACK + bytes.fromhex("0000FF03FDD54B00E000")),
    ("two", TWO),
    ("miss", pn532.ACK + bytes.fromhex("0000FF03FDD54B00E000")),
]


@pytest.mark.parametrize(("name", "line"), FAULTS, ids=NAMES)
def test_every_fault_occurs_once_as_named(name: str, line: bytes) -> None:
    desk = Desk()
    desk.ask(pn532.passive_retries(0))
    desk.chip.lay(Ntag(bytes.fromhex(UID)), 0.0)
    desk.chip.faults.noise, desk.chip.faults.cut = b"\x55\xaa", 10
    desk.chip.faults.count[name] = 1
    assert desk.say(SEARCH) == line
    late = FOUND if name == "late" else b""
    assert desk.say(SEARCH) == late + pn532.ACK + FOUND


def test_every_fault_has_a_test() -> None:
    assert [name for name, _ in FAULTS] == list(NAMES)


def test_lasting_faults_last_until_changed() -> None:
    desk = Desk()
    desk.ask(pn532.passive_retries(0))
    desk.chip.lay(Ntag(bytes.fromhex(UID)), 0.0)
    desk.chip.faults.dribble = (4, 0.010)
    desk.chip.receive_data(SEARCH, desk.now)
    assert [len(data) for data in desk.writes(0.3)] == [4, 2, 4, 4, 4, 4, 4, 2]
    desk.chip.faults.dribble = (0, 0.0)
    desk.chip.faults.misses = "01"
    told = [desk.say(SEARCH).endswith(FOUND) for _ in range(4)]
    assert told in ([True, False, True, False], [False, True, False, True])
    desk.chip.faults.slow_s = 0.5
    assert desk.say(SEARCH) == pn532.ACK


def test_a_chip_mute_after_some_commands_is_cured_by_a_reset() -> None:
    desk = Desk()
    desk.chip.faults.mute_after = 2
    told = [desk.ask(pn532.get_firmware_version()) != b"" for _ in range(4)]
    assert told == [True, True, False, False]
    desk.chip.faults.mute, desk.chip.faults.dead = False, True
    assert desk.ask(pn532.get_firmware_version()) == b""
    desk.chip.reset_line(False)
    assert desk.say(pn532.WAKE_UP + SAM) == b""
    desk.chip.reset_line(True)
    assert desk.say(pn532.WAKE_UP + SAM).startswith(pn532.ACK)


def test_a_power_loss_resets_the_chip() -> None:
    desk = Desk()
    desk.ask(pn532.passive_retries(0))
    desk.chip.power_on()
    assert desk.chip.due() is None
    assert desk.say(pn532.WAKE_UP + SAM).startswith(pn532.ACK)
    assert desk.say(SEARCH) == pn532.ACK


def test_unasked_bytes_are_due_at_once() -> None:
    desk = Desk()
    desk.chip.say(b"\x55", desk.now)
    assert desk.chip.due() == desk.now
    assert desk.writes(0.01) == [b"\x55"]
