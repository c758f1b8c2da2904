"""Noisy levels and polls made into single facts: a button's edges, cards laid and lifted. Pure.

The very same file runs on the board. Ticks are milliseconds modulo 2**29, read by the loop that
samples and polls: a loop that stalls cannot make a card vanish.
"""

TICKS = 1 << 29
PRESS_MS = 5  # a spike of 1 ms is no press
RELEASE_MS = 25
GONE_MS = 700
GONE_POLLS = 4
RESTLESS_MS = 2500  # a card that is back so soon after its lift lies there badly
TWO_MS = 500
MUTE_MS = 2500  # noticed within 3 s, whatever the poll takes that fails
MUTE_POLLS = 3


def made_up(uid: str) -> bool:
    """Whether a phone or bank card made this uid up: 4 bytes, the first one 08 (ISO 14443-3)."""
    return len(uid) == 8 and uid.startswith("08")


def passed(now: int, then: int) -> int:
    """The milliseconds from `then` to `now`."""
    return (now - then + TICKS // 2) % TICKS - TICKS // 2


class Button:
    """One button's level, debounced on timestamped samples or edges.

    A press is sure when the button was down for 5 ms, a release when it was up for 25 ms, each with
    the ticks of its first edge: a bounce delays the report, never the time in it.
    """

    def __init__(self, down: bool):
        self.down = down  # as last reported; what is down at the start is no press
        self._level = down
        self.moving = False  # an edge away from `down` is not yet sure
        self.first = 0  # ticks of that edge: up to then `down` is certain
        self._last = 0  # ticks of the last edge of any kind

    def edge(self, level: bool, at: int) -> int:
        """The level at these ticks. Returns the ticks of a press or release now sure, else -1."""
        sure = self.settle(at)
        if level != self._level:
            if not self.moving:
                self.moving = True
                self.first = at
            self._level = level
            self._last = at
        return sure

    def settle(self, now: int) -> int:
        """Nothing changed until now. Returns the ticks of a press or release now sure, else -1."""
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
    """What lies on one reader: one tap, one fact, however often a poll misses or repeats it.

    A card counts once, from when it is laid until another one lies there or the reader has seen
    nothing for `gone_ms` and 4 polls. One that is back within 2.5 s was never taken away: until
    another one comes it is gone only after that time. Two that alternate within 500 ms are two, and
    the second does not count until it lies alone; so a card that comes within 500 ms of another
    waits that long. A phone makes up another uid for each poll; it is the one that it gave first.
    """

    def __init__(self, gone_ms: int = GONE_MS) -> None:
        self.failures = 0
        self.state = "ok"  # one of link.READER_STATES
        self._card = ""  # the uid that counts and may still lie there
        self._card_seen = 0
        self._seen = 0  # the last poll with anything on the reader
        self._misses = 0
        self._gone_ms = gone_ms
        self._window = gone_ms
        self._last = ""  # the uid that counted last
        self._lifted_at = 0
        self._next: tuple[str, ...] | None = None  # came so soon that it may be a second one
        self._next_at = 0
        self._alone = ""  # of two: the one seen last
        self._alone_since = 0
        self._phone = ""
        self._faults = 0
        self._faulty_since = 0

    def poll(self, result: tuple[str, ...], now: int) -> list[tuple[str, tuple[str, ...], int]]:
        """Take what one poll gave and return what is new.

        Polls: ("none",), ("tag", uid, atqa, sak), ("two",), ("unsupported",) and ("fault",).
        Returns what is new: ("laid", (uid, atqa, sak), ticks), ("lifted", (), ticks) and
        ("state", (state,), ticks).
        """
        if result[0] == "fault":
            return self._fault(now)
        self._faults = 0
        new = self._turn("ok", now) if self.state == "mute" else []
        if result[0] == "none":
            return new + self._nothing(now)
        self._misses = 0
        self._seen = now
        if result[0] == "tag":
            return new + self._tag(self._steady(result[1:]), now)
        self._next = None
        self._alone = ""
        return new + self._turn(result[0], now)

    def _steady(self, card: tuple[str, ...]) -> tuple[str, ...]:
        if not made_up(card[0]):
            return card
        self._phone = self._phone or card[0]
        return (self._phone, card[1], card[2])

    def _turn(self, state: str, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        if state == self.state:
            return []
        self.state = state
        return [("state", (state,), now)]

    def _lay(self, card: tuple[str, ...], at: int) -> list[tuple[str, tuple[str, ...], int]]:
        if card[0] != self._last:
            self._window = self._gone_ms
        elif passed(at, self._lifted_at) < RESTLESS_MS:
            self._window = max(self._gone_ms, RESTLESS_MS)
        self._card = self._last = card[0]
        self._card_seen = self._seen
        self._next = None
        return [("laid", card, at)]

    def _tag(self, card: tuple[str, ...], now: int) -> list[tuple[str, tuple[str, ...], int]]:
        if self.state == "two":
            return self._one_of_two(card, now)
        new = self._turn("ok", now) + self._due(now)
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
        return new + self._two(card[0], now)

    def _due(self, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        """The card that came soon after another one: long enough alone, it counts."""
        if not self._next or passed(now, self._card_seen) < TWO_MS:
            return []
        return self._lay(self._next, self._next_at)

    def _two(self, uid: str, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        self._next = None
        self._alone = uid
        self._alone_since = now
        return self._turn("two", now)

    def _one_of_two(
        self, card: tuple[str, ...], now: int
    ) -> list[tuple[str, tuple[str, ...], int]]:
        if card[0] != self._alone:
            return self._two(card[0], now)
        if passed(now, self._alone_since) < TWO_MS:
            return []
        new = self._turn("ok", now)
        if card[0] == self._card:
            self._card_seen = now
            return new
        return new + self._lay(card, now)

    def _nothing(self, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        self._misses += 1
        new = self._due(now)
        if self._misses < GONE_POLLS or passed(now, self._seen) < self._window:
            return new
        self._phone = ""
        if self._card:
            self._card = ""
            self._lifted_at = now
            new.append(("lifted", (), now))
        return new + self._turn("ok", now)

    def _fault(self, now: int) -> list[tuple[str, tuple[str, ...], int]]:
        """A fault tells nothing about the cards; 2.5 seconds of them are a mute reader."""
        self.failures += 1
        self._faults += 1
        if self._faults == 1:
            self._faulty_since = now
        if self._faults < MUTE_POLLS or passed(now, self._faulty_since) < MUTE_MS:
            return []
        return self._turn("mute", now)
