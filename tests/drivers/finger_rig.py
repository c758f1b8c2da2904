"""Fingers on a seat's buttons, which send a node's lines to the gesture recognizer."""

from dataclasses import dataclass, field

from companion.signals import Beat, Button, Chord, Origin, Press
from companion.table.gestures import Gesture, GestureRecognizer, LatePress

NODE = Origin("node", "E6605838834A1B2F", "BEEF")
WRAP = 2**29


@dataclass
class Fingers:
    """Fingers on the buttons of seat 2."""

    meanings: set[str] = field(default_factory=lambda: {"event"})
    start: int = 5000
    origin: Origin = NODE
    asked: list[tuple[int, str]] = field(default_factory=list)
    down: set[str] = field(default_factory=set)
    ticks: int = 0
    done: list[Gesture] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hands = GestureRecognizer(self.means)

    def means(self, seat: int, button: str) -> bool:
        self.asked.append((seat, button))
        return button in self.meanings

    @property
    def now(self) -> float:
        return 100 + self.ticks / 1000

    def press(self, button: str, *, lost: bool = False, age_s: float = 0.0) -> None:
        self.down.add(button)
        self._edge(button, True, lost, age_s)

    def release(self, button: str, *, lost: bool = False, age_s: float = 0.0) -> None:
        self.down.discard(button)
        self._edge(button, False, lost, age_s)

    def wait(self, ms: int, *, beats: bool = True) -> None:
        """Let time pass; the node sends a beat every 100 ms."""
        end = self.ticks + ms
        while self.ticks + 100 <= end:
            self.ticks += 100
            if beats:
                self.beat()
        self.ticks = end

    def beat(self, held: set[str] | None = None, ticks: int | None = None) -> None:
        at = self.ticks if ticks is None else ticks
        down = frozenset(self.down if held is None else held)
        self._take(Beat(2, (self.start + at) % WRAP, down, self.origin))

    def tap(self, button: str, ms: int = 120) -> None:
        self.press(button)
        self.wait(ms)
        self.release(button)

    def gestures(self) -> list[str]:
        """Take the gestures so far as text: "ok", "event held", "undo", "ok stale"."""
        words = [in_words(gesture) for gesture in self.done]
        self.done.clear()
        return words

    def _edge(self, button: str, down: bool, lost: bool, age_s: float) -> None:
        if not lost:
            at = (self.start + self.ticks) % WRAP
            held = frozenset(self.down)
            self._take(Button(2, button, down, at, held, self.origin, age_s))

    def _take(self, signal: Button | Beat) -> None:
        self.done.extend(self.hands.take(signal, self.now))


def in_words(gesture: Gesture) -> str:
    """A gesture as text."""
    match gesture:
        case Press(button=button, hold=hold):
            return button + (" held" if hold else "")
        case Chord():
            return "undo"
        case LatePress(button=button):
            return button + " stale"


def listening(**kinds: set[str]) -> Fingers:
    """Fingers on a node whose link has begun with a BEAT."""
    fingers = Fingers(**kinds)
    fingers.beat()
    return fingers
