"""The PN532's frames and commands as bytes, for both ends of its serial line (HSU). Pure.

The very same file runs on the board, so it keeps to what CircuitPython and MicroPython have. Names
and numbers are those of NXP's manual (UM0701-02, sections 6.2.1 and 7):

    normal     00 | 00 FF | LEN LCS             | TFI PD0 PD1 … | DCS | 00
    extended   00 | 00 FF | FF FF LENM LENL LCS | TFI PD0 PD1 … | DCS | 00
    ACK        00 | 00 FF | 00 FF                               |     | 00
    NACK       00 | 00 FF | FF 00                               |     | 00
    error      00 | 00 FF | 01 FF               | 7F            | 81  | 00

LEN counts TFI and PD, LCS makes the sum of the length 0, DCS that of TFI and PD. Preamble and
postamble (the outer 00) may be missing or any number of bytes. PD0 is the command, in an answer the
command + 1. What the chip's state asks for is in pn532_chip.py.
"""

ACK = b"\x00\x00\xff\x00\xff\x00"  # from the host: stop what runs
NACK = b"\x00\x00\xff\xff\x00\x00"  # from the host: say that again
ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
WAKE_UP = b"\x55\x55" + bytes(15)  # 55 wakes the chip's serial port, the rest is time to do so
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
_AGAIN = (0x01, 0x02, 0x03, 0x05, 0x06, 0x0A, 0x0B, 0x13)  # the air was bad
_REMOVED = (0x29, 0x2B)


def frame(data: bytes) -> bytes:
    """TFI and PD, framed: extended where the normal frame is too short. At most LONGEST bytes."""
    count = len(data)
    if not 1 <= count <= LONGEST:
        raise ValueError("no frame has so many bytes")
    high, low = count >> 8, count & 0xFF
    head = bytes([0xFF, 0xFF, high, low, -(high + low) & 0xFF] if high else [low, -low & 0xFF])
    return b"\x00" + _START + head + data + bytes([-sum(data) & 0xFF, 0])


def command(*data: int) -> bytes:
    """A command and its parameters, framed for the chip."""
    return frame(bytes([FROM_HOST]) + bytes(data))


def answer(*data: int) -> bytes:
    """The command + 1 and what the chip says, framed for the host."""
    return frame(bytes([FROM_CHIP]) + bytes(data))


def get_firmware_version() -> bytes:
    """Which chip is there: answered with IC, Ver, Rev, Support."""
    return bytes([GET_FIRMWARE_VERSION])


def sam_configuration() -> bytes:
    """Normal mode, without a security module (20 times 50 ms, with IRQ, as everybody sends it)."""
    return bytes([SAM_CONFIGURATION, 0x01, 0x14, 0x01])


def passive_retries(count: int) -> bytes:
    """How often a search for cards begins again: 0 once, 1 twice, 0xFF for ever (at power-on)."""
    return bytes([RF_CONFIGURATION, 0x05, 0xFF, 0x01, count])


def rf_field(on: bool) -> bytes:
    """The antenna's field."""
    return bytes([RF_CONFIGURATION, 0x01, 1 if on else 0])


def in_list_passive_target() -> bytes:
    """Search for one card, ISO 14443 A at 106 kbit/s, with the field on.

    MaxTg is 1: with 2, every second search finds nothing.
    """
    return bytes([IN_LIST_PASSIVE_TARGET, 0x01, 0x00])


def in_release() -> bytes:
    """Forget every card."""
    return bytes([IN_RELEASE, 0x00])


def in_deselect() -> bytes:
    """Put every card to sleep, remember it."""
    return bytes([IN_DESELECT, 0x00])


def ntag_read(page: int) -> bytes:
    """Read four pages of the card that was found: InDataExchange, READ."""
    return bytes([IN_DATA_EXCHANGE, 0x01, NTAG_READ, page])


def ntag_write(page: int, data: bytes) -> bytes:
    """Write one page of four bytes. Never one below 4 or beyond the user's: they lock for ever."""
    return bytes([IN_DATA_EXCHANGE, 0x01, NTAG_WRITE, page]) + data


def found(data: bytes) -> tuple[str, ...]:
    """What a search found, from its answer's bytes after PD0.

    ("none",), ("tag", uid, atqa, sak) in upper-case hex, ("two",), ("unsupported",) for a uid of
    other than 4 or 7 bytes, or ("fault", "malformed").

        NbTg | Tg | SENS_RES SENS_RES | SEL_RES | NFCIDLength | NFCID … | ATS length and ATS
    """
    if data[:1] == b"\x00":
        return ("none",)
    if data[:1] > b"\x01":
        return ("two",)
    if len(data) < 6 or not data[5] or len(data) < 6 + data[5]:
        return ("fault", "malformed")
    if data[5] not in (4, 7):
        return ("unsupported",)
    return ("tag", hexed(data[6 : 6 + data[5]]), hexed(data[2:4]), hexed(data[4:5]))


def exchanged(data: bytes) -> tuple[str, bytes]:
    """What InDataExchange brought, from its answer's bytes after PD0.

    ("data", what the card said), ("again", …) after bad air, ("removed", …), ("fault", …).
    """
    status = data[0] & 0x3F if data else SYNTAX
    if status == 0:
        return ("data", data[1:])
    if status in _AGAIN:
        return ("again", data[:1])
    return ("removed" if status in _REMOVED else "fault", data[:1])


def hexed(data: bytes) -> str:
    """Bytes in upper-case hex."""
    return "".join([f"{byte:02X}" for byte in data])


class Frames:
    """Bytes in, frames out, whatever noise, padding and pauses they come with.

    `damaged` counts what began like a frame and was none.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._bytes = b""

    def receive_data(self, data: bytes) -> None:
        """Take bytes in, any number."""
        self._bytes += data

    def next_frame(self) -> tuple[str, bytes] | None:
        """The next whole frame: ("ack", b""), ("nack", b""), ("error", b"") or ("data", TFI PD…).

        None until more bytes come.
        """
        while True:
            start = self._bytes.find(_START)
            if start < 0:
                self._bytes = self._bytes[-1:] if self._bytes[-1:] == b"\x00" else b""
                return None
            self._bytes = self._bytes[start:]
            size, kind = self._measure()
            told = self._bytes[:size]
            if len(told) < size:
                return None
            data = b""
            if kind == "data":
                data = told[7:] if told[2:4] == b"\xff\xff" else told[4:]
            if not kind or sum(data) & 0xFF:
                self.abandon()
                continue
            self._bytes = self._bytes[size:]
            return ("error", b"") if data[:-1] == b"\x7f" else (kind, data[:-1])

    def _measure(self) -> tuple[int, str]:
        """How many bytes what begins here has, and what it is ("": no frame)."""
        head = self._bytes[2:7]
        if len(head) < 2:
            return (4, "")
        if head[:2] == b"\x00\xff":
            return (4, "ack")
        if head[:2] == b"\xff\x00":
            return (4, "nack")
        if head[:2] != b"\xff\xff":
            good = head[0] and not (head[0] + head[1]) & 0xFF
            return (4 + head[0] + 1, "data") if good else (4, "")
        if len(head) < 5:
            return (7, "")
        count = head[2] << 8 | head[3]
        good = 1 <= count <= LONGEST and not sum(head[2:5]) & 0xFF
        return (7 + count + 1, "data") if good else (7, "")

    def abandon(self) -> None:
        """What has begun is no frame, or its rest never comes: look for the next one behind it."""
        if self._bytes[:2] == _START:
            self._bytes = self._bytes[1:]
            self.damaged += 1
