"""Draw each light and cue on up to eight cells of a strip. Pure.

render.py has the list of all patterns and their meanings.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.game import DriveLight, Light
from companion.signals import Pixel

CELLS = 8
SHIMMER_S = 10.0
STEP_S = 0.15
"""Seconds that a running gap or spark stays on a cell."""

RUN_S = 0.7
"""Shortest duration of one run of the gap, in seconds: limits how often a cell flashes."""

REST_S = 1.2
"""Pause between two series of runs, in seconds, so that the runs can be counted."""

CRASH_S, OUT_S = 1.5, 3.0
"""Durations of a crash's burst and of an elimination, in seconds."""

FULL, STEADY, DIM, LOW = 1.0, 0.75, 0.45, 0.25
"""Perceived brightness, 0 (dark) to 1. LOW is the minimum of a breathing light."""

RED: Pixel = (229, 57, 53)
AMBER: Pixel = (255, 160, 0)
GREEN: Pixel = (67, 190, 90)
WHITE: Pixel = (255, 255, 255)

Cell = tuple[float, Pixel]
"""Perceived brightness (0 to 1) and colour."""

DARK: Cell = (0.0, WHITE)

Row = list[Cell]


@dataclass(frozen=True, slots=True)
class Scene:
    """The input of a pattern: a seat's light or cue at one moment.

    `age_s`: seconds since the light or cue began. `count`, `fills_s`, `warns`: of the cue
    (render.Cue).
    """

    light: Light
    colour: Pixel
    now: float
    age_s: float
    cells: int
    count: int = 0
    fills_s: float = 1.0
    warns: tuple[str, ...] = ()

    @property
    def middle(self) -> range:
        return range((self.cells - 1) // 2, self.cells // 2 + 1)

    def first(self, count: int, cell: Cell) -> Row:
        """A row with `count` cells lit from the left, at least one."""
        count = max(1, min(count, self.cells))
        return [cell] * count + [DARK] * (self.cells - count)

    def last(self, count: int, cell: Cell) -> Row:
        """A row with `count` cells lit from the right, at least one."""
        return self.first(count, cell)[::-1]

    def only(self, places: Sequence[int], cell: Cell) -> Row:
        return [cell if at in places else DARK for at in range(self.cells)]


Pattern = Callable[[Scene], Row]


def _breath(at_s: float, period_s: float, low: float, high: float) -> float:
    return low + (high - low) * (0.5 - 0.5 * math.cos(2 * math.pi * at_s / period_s))


def _blink(at_s: float, on: float, off: float) -> float:
    """Level of a blinking light: half a second `on`, half a second `off`."""
    return on if at_s % 1.0 < 0.5 else off


def _dark(scene: Scene) -> Row:
    return [DARK] * scene.cells


def _seated(scene: Scene) -> Row:
    return [(STEADY, scene.colour)] * scene.cells


def _up(scene: Scene) -> Row:
    return [(_breath(scene.now, 3.0, LOW, FULL), scene.colour)] * scene.cells


def _wait(scene: Scene) -> Row:
    most = min(scene.light.limit or scene.cells, max(1, scene.cells - 1))
    return scene.last(min(scene.light.count, most), (DIM, scene.colour))


def _moved(scene: Scene) -> Row:
    return scene.only(scene.middle, (_breath(scene.now, 4.0, LOW, DIM), scene.colour))


def _break(scene: Scene) -> Row:
    beside_the_ends = (min(1, scene.cells - 1), max(0, scene.cells - 2))
    return scene.only(beside_the_ends, (_breath(scene.now, 8.0, LOW, DIM), scene.colour))


def _order(scene: Scene) -> Row:
    return scene.first(scene.light.count, (_blink(scene.now, STEADY, 0.0), scene.colour))


def _out(scene: Scene) -> Row:
    return scene.only(range(0, scene.cells, 2), (DIM, RED))


def _finished(scene: Scene) -> Row:
    """As many cells as the place, from the right; the middle cells while there is no place yet."""
    count = 1 if scene.light.form == "winner" else scene.light.count
    places = range(scene.cells - count, scene.cells) if count > 0 else scene.middle
    return [_twinkle(scene, at) if at in places else DARK for at in range(scene.cells)]


def _twinkle(scene: Scene, at: int) -> Cell:
    # Neighbours twinkle at different moments and rates.
    period_s = 1.1 + 0.17 * (at % 3)
    spark = max(0.0, math.sin(2 * math.pi * (scene.now / period_s + at * 0.38))) ** 4
    return LOW + (FULL - LOW) * spark, WHITE if spark > 0.4 else scene.colour


def _winner(scene: Scene) -> Row:
    if scene.age_s >= SHIMMER_S:
        return _finished(scene)
    waves = (
        0.5 + 0.5 * math.cos(2 * math.pi * (scene.now / 1.2 - at / 4)) for at in range(scene.cells)
    )
    return [(LOW + (FULL - LOW) * wave, WHITE if wave > 0.85 else scene.colour) for wave in waves]


def _speed(scene: Scene) -> Row:
    speed = scene.light.count
    if speed <= 0:
        return scene.only((0, scene.cells - 1), (STEADY, scene.colour))
    row = scene.first(speed, (STEADY, scene.colour))
    excess = min(speed - scene.cells, scene.cells)
    for at in range(excess):
        row[at] = (_blink(scene.now, STEADY, LOW), scene.colour)
    return _moving(scene, row)


def _drive(scene: Scene) -> Row:
    """The chosen end of a move: its steps, those that drift dim; a crash, and dents at the end."""
    light = scene.light
    row = scene.first(light.count, (STEADY, scene.colour)) if light.count else _dark(scene)
    if not isinstance(light, DriveLight):
        return row
    for step in light.drifts:
        if step <= scene.cells:
            row[step - 1] = (LOW, scene.colour)
    if light.stopped and light.count < scene.cells:
        row[light.count] = (_blink(scene.now, FULL, 0.0), AMBER)
    for at in range(max(1, scene.cells - light.dents), scene.cells):
        row[at] = (_breath(scene.now, 1.0, LOW, FULL), RED)
    return _moving(scene, row)


def _moving(scene: Scene, row: Row) -> Row:
    """Add the drift's running gap, then the bonus's sparks, to the row that shows the speed."""
    path = _drift_path(scene)
    half = (scene.cells + 1) // 2
    step_s = max(STEP_S, RUN_S / (len(path) + 1))
    drift_s = abs(scene.light.drift) * (len(path) + 1) * step_s
    sparks_s = (half + 1) * STEP_S if scene.light.bonus else 0.0
    at_s = scene.now % (drift_s + sparks_s + REST_S)
    if at_s < drift_s:
        step = int(at_s / step_s) % (len(path) + 1)
        if step < len(path):
            row[path[step]] = DARK if row[path[step]][0] else (LOW, scene.colour)
    elif at_s < drift_s + sparks_s:
        step = int((at_s - drift_s) / STEP_S)
        if step < half:
            row[half - 1 - step] = row[scene.cells - half + step] = (FULL, WHITE)
    return row


def _drift_path(scene: Scene) -> list[int]:
    """The cells that the gap passes, in order: the lit ones, towards the side of the drift.

    To the right the path ends at the strip's last cell. If that is dark, it glimmers instead, so
    that the direction can be seen even when a single cell is lit.
    """
    lit = max(1, min(scene.light.count, scene.cells))
    if scene.light.drift < 0:
        return list(range(lit - 1, -1, -1))
    return [*range(lit), *([scene.cells - 1] if lit < scene.cells else [])]


def _refused(scene: Scene) -> Row:
    half = (scene.cells + 1) // 2
    front = scene.age_s % 1.2 / 1.2 * 2 * half
    lags = (front - min(at, scene.cells - 1 - at) for at in range(scene.cells))
    return [(1 - lag / half if 0 <= lag < half else 0.0, RED) for lag in lags]


def _pulse(scene: Scene) -> Row:
    beat_s = scene.age_s % 1.5
    beats = (
        max(0.0, math.sin(math.pi * (beat_s - start) / 0.4)) if start <= beat_s < start + 0.4 else 0
        for start in (0.0, 0.45)
    )
    return [(LOW / 2 + (FULL - LOW / 2) * max(beats), scene.colour)] * scene.cells


def _dents(scene: Scene) -> Row:
    count = min(scene.count, max(1, scene.cells - 1))
    return scene.last(count, (_breath(scene.age_s, 1.0, LOW, FULL), RED))


def _crash(scene: Scene) -> Row:
    """A single burst from the middle to both ends."""
    half = (scene.cells + 1) // 2
    front = scene.age_s / CRASH_S * 2 * half
    lags = (front - (half - 1 - min(at, scene.cells - 1 - at)) for at in range(scene.cells))
    return [(1 - lag / half if 0 <= lag < half else 0.0, AMBER) for lag in lags]


def _falls(scene: Scene) -> Row:
    """The whole strip red, going out from the right; the light `out` is left behind."""
    lit = scene.cells * (1 - scene.age_s / OUT_S)
    return [(max(level, min(FULL, lit - at)), RED) for at, (level, _) in enumerate(_out(scene))]


def _card(scene: Scene) -> Row:
    """As many cells as the card's value, from the left, flaring."""
    return scene.first(scene.count, (_breath(scene.age_s + 0.3, 0.6, LOW, FULL), scene.colour))


def _hold(scene: Scene) -> Row:
    filled = min(1.0, max(0.0, scene.age_s / scene.fills_s)) * scene.cells
    return [(FULL * min(1.0, max(0.0, filled - at)), scene.colour) for at in range(scene.cells)]


def _menu(scene: Scene) -> Row:
    places = (0, scene.cells // 2, scene.cells - 1)
    return scene.only(places, (_blink(scene.age_s, STEADY, 0.0), scene.colour))


def _ask(scene: Scene) -> Row:
    """The endings of a turn: one uses the whole strip; of two, OK's is on the right half."""
    cells = [_warned(scene, warn) for warn in scene.warns]
    if len(cells) < 2 or scene.cells < 2:
        return [cells[0]] * scene.cells
    half = max(1, (scene.cells - 1) // 2)
    return [cells[1]] * half + [DARK] * (scene.cells - 2 * half) + [cells[0]] * half


def _warned(scene: Scene, warn: str) -> Cell:
    """Green and steady, amber and breathing, or red and blinking."""
    if warn == "out":
        return _blink(scene.age_s, FULL, 0.0), RED
    if warn == "costs":
        return _breath(scene.age_s, 1.5, LOW, FULL), AMBER
    return STEADY, GREEN


@dataclass(frozen=True, slots=True)
class Form:
    """A form of `Light`: its pattern, and `moves`, which says whether a light is animated."""

    draw: Pattern
    moves: Callable[[Light], bool] = lambda light: True


@dataclass(frozen=True, slots=True)
class CueForm:
    """A cue's pattern and duration in seconds; None: until the table removes the cue."""

    draw: Pattern
    lasts_s: float | None


def _still(light: Light) -> bool:
    return False


def _speed_moves(light: Light) -> bool:
    return light.count > 0 and (light.drift != 0 or light.bonus or light.count > 5)


def _drive_moves(light: Light) -> bool:
    return isinstance(light, DriveLight) and (light.stopped or light.bonus or light.dents > 0)


FORMS: Mapping[str, Form] = {
    "dark": Form(_dark, _still),
    "seated": Form(_seated, _still),
    "up": Form(_up),
    "wait": Form(_wait, _still),
    "moved": Form(_moved),
    "break": Form(_break),
    "speed": Form(_speed, _speed_moves),
    "drive": Form(_drive, _drive_moves),
    "order": Form(_order),
    "finished": Form(_finished),
    "out": Form(_out, _still),
    "winner": Form(_winner),
}
"""The forms of a seat's light (`Light.form`, games/game.py)."""

CUES: Mapping[str, CueForm] = {
    "refused": CueForm(_refused, 2.4),
    "pulse": CueForm(_pulse, 3.0),
    "dents": CueForm(_dents, 2.0),
    "crash": CueForm(_crash, CRASH_S),
    "out": CueForm(_falls, OUT_S),
    "card": CueForm(_card, 1.2),
    "hold": CueForm(_hold, None),
    "menu": CueForm(_menu, None),
    "ask": CueForm(_ask, None),
}
"""The cues: short effects, drawn instead of the seat's light."""
