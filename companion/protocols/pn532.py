"""The PN532's frames and commands as bytes, for both ends of its serial line (HSU). Pure.

The same file runs on the board, so it uses only features of CircuitPython and MicroPython. Names
and numbers are those of NXP's manual (UM0701-02, sections 6.2.1 and 7):

    normal     00 | 00 FF | LEN LCS             | TFI PD0 PD1 … | DCS | 00
    extended   00 | 00 FF | FF FF LENM LENL LCS | TFI PD0 PD1 … | DCS | 00
    ACK        00 | 00 FF | 00 FF                               |     | 00
    NACK       00 | 00 FF | FF 00                               |     | 00
    error      00 | 00 FF | 01 FF               | 7F            | 81  | 00

LEN counts TFI and PD; LCS makes the sum of the length 0, DCS that of TFI and PD. The preamble (the
first 00) can be missing or any number of bytes, the postamble (the last one) too, but at least one
byte must follow DCS: if a 00 was lost, the postamble passes for DCS with a valid sum, and nothing
follows it. PD0 is the command, in an answer command + 1. The state of the chip is in pn532_chip.py.

An 8-bit sum cannot detect swapped bytes (which a serial line does not cause), two changes that
cancel out (1 in 255), or a repeated 00 if the sum is also 00 (1 in 256). `found` refuses
inconsistent results, so only a uid can be wrong; presence.py requires a second read for learning.
"""

ACK = b"\x00\x00\xff\x00\xff\x00"  # from the host: abort the command
NACK = b"\x00\x00\xff\xff\x00\x00"  # from the host: send the answer again
ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
WAKE_UP = b"\x55\x55" + bytes(15)  # 55 wakes the serial port, the zeros give it time
LONGEST = 265  # bytes of TFI and PD

FROM_HOST = 0xD4
FROM_CHIP = 0xD5
SYNTAX = 0x7F

GET_FIRMWARE_VERSION = 0x02
SAM_CONFIGURATION = 0x14
POWER_DOWN = 0x16
RF_CONFIGURATION = 0x32
IN_DATA_EXCHANGE = 0x40
IN_DESELECT = 0x44
IN_LIST_PASSIVE_TARGET = 0x4A
IN_RELEASE = 0x52

NTAG_READ = 0x30
NTAG_WRITE = 0xA2

_START = b"\x00\xff"
_SIZES = {4: 0x00, 7: 0x40, 10: 0x80}  # NFCIDLength -> bits 8 and 7 of SENS_RES
_SIZE_BITS = 0xC0
_FRAME_BITS = 0x1F  # of SENS_RES: at least one is set
_UID_INCOMPLETE = 0x04  # of SEL_RES: never in an answer
_HAS_ATS = 0x20
_CASCADE_TAG = 0x88
_RETRY = (0x01, 0x02, 0x03, 0x05, 0x06, 0x0A, 0x0B, 0x13)  # transmission errors
_REMOVED = (0x29, 0x2B)


def frame(data: bytes) -> bytes:
    """A frame around TFI and PD, extended if needed. Raises ValueError for 0 or over 265 bytes."""
    count = len(data)
    if not 1 <= count <= LONGEST:
        raise ValueError("a frame has 1 to 265 bytes")
    high, low = count >> 8, count & 0xFF
    head = bytes([0xFF, 0xFF, high, low, -(high + low) & 0xFF] if high else [low, -low & 0xFF])
    return b"\x00" + _START + head + data + bytes([-sum(data) & 0xFF, 0])


def command(*data: int) -> bytes:
    """A command and its parameters, framed for the chip."""
    return frame(bytes([FROM_HOST]) + bytes(data))


def answer(*data: int) -> bytes:
    """An answer (command + 1, data), framed for the host."""
    return frame(bytes([FROM_CHIP]) + bytes(data))


def get_firmware_version() -> bytes:
    """Ask for the chip's version: answered with IC, Ver, Rev, Support."""
    return bytes([GET_FIRMWARE_VERSION])


def sam_configuration() -> bytes:
    """Normal mode without a security module (20 times 50 ms, with IRQ, the usual values)."""
    return bytes([SAM_CONFIGURATION, 0x01, 0x14, 0x01])


def passive_retries(count: int) -> bytes:
    """Set the retries of a search: 0 searches once, 1 twice, 0xFF forever (the default)."""
    return bytes([RF_CONFIGURATION, 0x05, 0xFF, 0x01, count])


def rf_field(on: bool) -> bytes:
    """Switch the RF field."""
    return bytes([RF_CONFIGURATION, 0x01, 1 if on else 0])


def in_list_passive_target() -> bytes:
    """Search for one card, ISO 14443 A at 106 kbit/s, with the field on.

    MaxTg is 1: with 2, every second search finds nothing.
    """
    return bytes([IN_LIST_PASSIVE_TARGET, 0x01, 0x00])


def in_release() -> bytes:
    """Release all cards."""
    return bytes([IN_RELEASE, 0x00])


def in_deselect() -> bytes:
    """Put all cards to sleep but remember them."""
    return bytes([IN_DESELECT, 0x00])


def ntag_read(page: int) -> bytes:
    """Read four pages of the selected card: InDataExchange, READ."""
    return bytes([IN_DATA_EXCHANGE, 0x01, NTAG_READ, page])


def ntag_write(page: int, data: bytes) -> bytes:
    """Write one page of four bytes. Pages below 4 and after the user's area lock forever."""
    return bytes([IN_DATA_EXCHANGE, 0x01, NTAG_WRITE, page]) + data


def found(data: bytes) -> tuple[str, ...]:
    """The result of a search, from its answer's bytes after PD0.

    ("none",), ("tag", uid, atqa, sak) in upper-case hex, ("two",), ("unsupported",) for a uid of 10
    bytes, or ("fault", "malformed") for an inconsistent result or one that does not end with its
    last target. A SENS_RES for longer uids than the one found is that of two cards at once.

        NbTg | Tg | SENS_RES SENS_RES | SEL_RES | NFCIDLength | NFCID … | ATS length and ATS
    """
    targets = _targets(data)
    if targets is None:
        return ("fault", "malformed")
    if not targets:
        return ("none",)
    first = targets[0]
    length = first[4]
    if len(targets) == 2 or first[2] & _SIZE_BITS != _SIZES[length]:
        return ("two",)
    if length == 10:
        return ("unsupported",)
    return ("tag", to_hex(first[5 : 5 + length]), to_hex(first[1:3]), to_hex(first[3:4]))


def _targets(data: bytes) -> list[bytes] | None:
    """The targets of a search's answer, from Tg on; None if it does not end with the last one."""
    if not data or data[0] > 2:
        return None
    targets: list[bytes] = []
    end = 1
    for number in range(1, data[0] + 1):
        length = _target_length(data[end:], number)
        if not length:
            return None
        targets.append(data[end : end + length])
        end += length
    return targets if end == len(data) else None


def _target_length(data: bytes, number: int) -> int:
    """The length of the target with this number at the start of `data`; 0 if it is not a valid one.

    ISO 14443-3: SENS_RES tells the size of the uid, SEL_RES that the uid is complete, and 88, the
    cascade tag, announces the rest of a longer uid, so no uid begins with it. It may not be the
    fourth of seven bytes either, but a sticker that breaks this rule is accepted.
    """
    if len(data) < 5 or data[0] != number or data[4] not in _SIZES:
        return 0
    size, end = _SIZES[data[4]], 5 + data[4]
    uid = data[5:end]
    if len(data) < end or data[2] & size != size or not data[2] & _FRAME_BITS:
        return 0
    if data[3] & _UID_INCOMPLETE or uid[0] == _CASCADE_TAG:
        return 0
    if data[3] & _HAS_ATS and len(data) > end:
        end += data[end]
    return end


def exchange_result(data: bytes) -> tuple[str, bytes]:
    """The result of InDataExchange, from its answer's bytes after PD0.

    ("data", the card's answer), ("again", …) after a transmission error, ("removed", …), ("fault",
    …).
    """
    status = data[0] & 0x3F if data else SYNTAX
    if status == 0:
        return ("data", data[1:])
    if status in _RETRY:
        return ("again", data[:1])
    return ("removed" if status in _REMOVED else "fault", data[:1])


def to_hex(data: bytes) -> str:
    """Bytes as upper-case hex."""
    return "".join([f"{byte:02X}" for byte in data])


class Frames:
    """Extract frames from received bytes, with any noise, padding and pauses.

    `damaged` counts frame starts that did not turn out to be frames.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._bytes = b""

    def receive_data(self, data: bytes) -> None:
        """Add received bytes."""
        self._bytes += data

    def next_frame(self) -> tuple[str, bytes] | None:
        """The next complete frame, or None until more bytes come.

        ("ack", b""), ("nack", b""), ("error", b"") or ("data", TFI PD…).
        """
        while True:
            start = self._bytes.find(_START)
            if start < 0:
                self._bytes = self._bytes[-1:] if self._bytes[-1:] == b"\x00" else b""
                return None
            self._bytes = self._bytes[start:]
            size, kind = self._measure()
            complete = self._bytes[:size]
            if len(complete) < size:
                return None
            data = b""
            if kind == "data":
                data = complete[7:-1] if complete[2:4] == b"\xff\xff" else complete[4:-1]
            if not kind or sum(data) & 0xFF or complete[-1]:
                self.abandon()
                continue
            self._bytes = self._bytes[size:]
            return ("error", b"") if data[:-1] == b"\x7f" else (kind, data[:-1])

    def _measure(self) -> tuple[int, str]:
        """The length and kind of the frame that begins here ("": no frame)."""
        head = self._bytes[2:7]
        if len(head) < 2:
            return (4, "")
        if head[:2] == b"\x00\xff":
            return (5, "ack")
        if head[:2] == b"\xff\x00":
            return (5, "nack")
        if head[:2] != b"\xff\xff":
            good = head[0] and not (head[0] + head[1]) & 0xFF
            return (4 + head[0] + 2, "data") if good else (4, "")
        if len(head) < 5:
            return (7, "")
        count = head[2] << 8 | head[3]
        good = 1 <= count <= LONGEST and not sum(head[2:5]) & 0xFF
        return (7 + count + 2, "data") if good else (7, "")

    def abandon(self) -> None:
        """Skip the current frame start: it is not a frame, or its rest never arrived."""
        if self._bytes[:2] == _START:
            self._bytes = self._bytes[1:]
            self.damaged += 1
