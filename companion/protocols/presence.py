"""Debouncing of buttons, and detection of cards laid and lifted from noisy polls. Pure.

The same file runs on the board. Ticks are milliseconds modulo 2**29, read by the loop that samples
and polls, so a stalled loop cannot make a card vanish.
"""

TICKS = 1 << 29
PRESS_MS = 5  # a 1 ms spike is not a press
RELEASE_MS = 25
STUCK_MS = 30_000  # held longer, a button counts as stuck
GONE_MS = 700
GONE_POLLS = 4
RESTLESS_MS = 2500  # a card that returns this soon was never lifted, only badly placed
TWO_MS = 500
MUTE_MS = 2500  # reported within 3 s, even if each failing poll is slow
MUTE_POLLS = 3


def is_random_uid(uid: str) -> bool:
    """Whether a phone or bank card generated this uid: 4 bytes, the first 08 (ISO 14443-3)."""
    return len(uid) == 8 and uid.startswith("08")


def passed(now: int, then: int) -> int:
    """Milliseconds from `then` to `now`."""
    return (now - then + TICKS // 2) % TICKS - TICKS // 2


class Button:
    """One button, debounced on timestamped samples or edges.

    A press is certain after 5 ms down, a release after 25 ms up, each with the ticks of its first
    edge: bounce delays the report but does not change its time.
    """

    def __init__(self, down: bool):
        self.down = down  # as last reported; down at the start is not a press
        self._level = down
        self.moving = False  # an edge away from `down` is being debounced
        self.first = 0  # ticks of that edge; `down` was valid until then
        self._last = 0  # ticks of the last edge of any kind

    def edge(self, level: bool, at: int) -> int:
        """Process a level. Returns the ticks of a press or release now certain, else -1."""
        sure = self.settle(at)
        if level != self._level:
            if not self.moving:
                self.moving = True
                self.first = at
            self._level = level
            self._last = at
        return sure

    def settle(self, now: int) -> int:
        """Process time without an edge. Returns as `edge` does."""
        if not self.moving:
            return -1
        stays = RELEASE_MS if self.down and not self._level else PRESS_MS
        if passed(now, self._last) < stays:
            return -1
        self.moving = False
        if self._level == self.down:
            return -1
        self.down = self._level
        return self.first


class Reader:
    """The card on one reader: one tap is one event, despite missed or repeated polls.

    A card counts once, from when it is laid until another one is laid or the reader has seen
    nothing for `gone_ms` and 4 polls. A card that returns within 2.5 s was only badly placed: until
    another card comes, it counts as lifted only after 2.5 s without a read. Two cards that
    alternate within 500 ms are two; the second counts only once it is alone, so a card laid within
    500 ms of another is reported after that time. A phone generates a new uid for each poll; its
    first one is used.

    One read is enough to play, because a corrupted uid is unknown and refused. Learning a tag needs
    a second read (`certain`), because a frame's checksum cannot detect all damage (pn532.py).
    """

    def __init__(self, gone_ms: int = GONE_MS) -> None:
        self.failures = 0
        self.state = "ok"  # one of link.READER_STATES
        self._card = ""  # the uid of the counted card while it may still be there
        self._card_seen = 0
        self._seen = 0  # ticks of the last poll that found anything
        self._misses = 0
        self._gone_ms = gone_ms
        self._window = gone_ms
        self._last = ""  # the uid that counted last
        self._lifted_at = 0
        self._next: tuple[str, ...] | None = None  # came within TWO_MS: perhaps a second card
        self._next_at = 0
        self._alone = ""  # of two cards: the one seen last
        self._alone_since = 0
        self._phone = ""
        self._faults = 0
        self._faulty_since = 0
        self._read = ""  # the uid read last
        self._reads = 0  # how many times in a row
        self._uncertain = ""  # the counted uid until it is read twice in a row

    def certain(self) -> str:
        """The counted card's uid, returned once, after two equal reads in a row; else ""."""
        uid = self._uncertain
        if not uid or uid != self._read or self._reads < 2:
            return ""
        self._uncertain = ""
        return uid

    def poll(self, result: tuple[str, ...], now: int) -> list[tuple[str, tuple[str, ...], int]]:
        """Process one poll and return the new facts.

        Polls: ("none",), ("tag", uid, atqa, sak), ("two",), ("unsupported",) and ("fault",). Facts:
        ("laid", (uid, atqa, sak), ticks), ("lifted", (), ticks) and ("state", (state,), ticks).
        """
        if result[0] == "fault":
            return self._fault(now)
        self._faults = 0
        new = self._set_state("ok", now) if self.state == "mute" else []
        if result[0] == "none":
            return new + self._nothing(now)
        self._misses = 0
        self._seen = now
        if result[0] == "tag":
            card = self._stable_uid(result[1:])
            self._reads = self._reads + 1 if card[0] == self._read else 1
            self._read = card[0]
            return new + self._tag(card, now)
        self._read = ""
        self._next = None
        self._alone = ""
        return new + self._set_state(result[0], now)

    def _stable_uid(self, card: tuple[str, ...]) -> tuple[str, ...]:
        if not is_random_uid(card[0]):
            return card
        self._phone = self._phone or card[0]
        return (self._phone, card[1], card[2])

    def _set_state(self, state: str, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        if state == self.state:
            return []
        self.state = state
        return [("state", (state,), now)]

    def _lay(self, card: tuple[str, ...], at: int) -> list[tuple[str, tuple[str, ...], int]]:
        if card[0] != self._last:
            self._window = self._gone_ms
        elif passed(at, self._lifted_at) < RESTLESS_MS:
            self._window = max(self._gone_ms, RESTLESS_MS)
        self._card = self._last = self._uncertain = card[0]
        self._card_seen = self._seen
        self._next = None
        return [("laid", card, at)]

    def _tag(self, card: tuple[str, ...], now: int) -> list[tuple[str, tuple[str, ...], int]]:
        if self.state == "two":
            return self._one_of_two(card, now)
        new = self._set_state("ok", now) + self._count_waiting(now)
        if card[0] == self._card and not self._next:
            self._card_seen = now
            return new
        if not self._card:
            return new + self._lay(card, now)
        if not self._next and passed(now, self._card_seen) >= TWO_MS:
            return new + self._lay(card, now)
        if not self._next:
            self._next = card
            self._next_at = now
        if card[0] == self._next[0]:
            return new
        return new + self._begin_two(card[0], now)

    def _count_waiting(self, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        """Count the card that came soon after another one, once it was alone long enough."""
        if not self._next or passed(now, self._card_seen) < TWO_MS:
            return []
        return self._lay(self._next, self._next_at)

    def _begin_two(self, uid: str, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        self._next = None
        self._alone = uid
        self._alone_since = now
        return self._set_state("two", now)

    def _one_of_two(
        self, card: tuple[str, ...], now: int
    ) -> list[tuple[str, tuple[str, ...], int]]:
        if card[0] != self._alone:
            return self._begin_two(card[0], now)
        if passed(now, self._alone_since) < TWO_MS:
            return []
        new = self._set_state("ok", now)
        if card[0] == self._card:
            self._card_seen = now
            return new
        return new + self._lay(card, now)

    def _nothing(self, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        self._misses += 1
        new = self._count_waiting(now)
        if self._misses < GONE_POLLS or passed(now, self._seen) < self._window:
            return new
        self._phone = self._read = self._uncertain = ""
        if self._card:
            self._card = ""
            self._lifted_at = now
            new.append(("lifted", (), now))
        return new + self._set_state("ok", now)

    def _fault(self, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        """Count a fault, which says nothing about cards; after 2.5 s the reader is mute."""
        self.failures += 1
        self._faults += 1
        if self._faults == 1:
            self._faulty_since = now
        if self._faults < MUTE_POLLS or passed(now, self._faulty_since) < MUTE_MS:
            return []
        return self._set_state("mute", now)
