"""The comparison's table: each figure for us and for the peers, and our claim."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

US, OCTOPRINT, FLASK, BOARDGAME = "us", "OctoPrint", "Flask-SocketIO", "boardgame.io"
COLUMNS = (US, OCTOPRINT, FLASK, BOARDGAME)
CLIENTS = (10, 100, 500)
MANY = 100
"""From this many clients on, our memory must be the smallest."""

KEPT, BROKEN, UNKNOWN = "kept", "NOT KEPT", "NOT MEASURED"

Figures = Mapping[str, Mapping[str, float]]
"""Figures by row and service."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row. `ahead`: peers to beat; `not_behind`: peers to match; `more`: more is better."""

    name: str
    unit: str
    ahead: Collection[str] = ()
    not_behind: Collection[str] = ()
    more: bool = False

    def verdict(self, figures: Mapping[str, float]) -> str:
        """Whether the claim is met by the available figures."""
        if US not in figures:
            return UNKNOWN
        sign = -1 if self.more else 1
        ours = sign * figures[US]
        ahead = {name: sign * figures[name] for name in self.ahead if name in figures}
        matched = {name: sign * figures[name] for name in self.not_behind if name in figures}
        if any(ours >= theirs for theirs in ahead.values()):
            return BROKEN
        if any(ours > theirs for theirs in matched.values()):
            return BROKEN
        claimed = {*self.ahead, *self.not_behind}
        return KEPT if claimed <= {*ahead, *matched} else UNKNOWN

    def claim(self) -> str:
        """The claim in words."""
        words = [f"ahead of {name}" for name in self.ahead]
        return ", ".join([*words, *(f"not behind {name}" for name in self.not_behind)])


def _lines() -> tuple[Line, ...]:
    push = (OCTOPRINT, FLASK)
    lines = [
        Line("time to ready", "s", not_behind=[OCTOPRINT]),
        Line("memory, idle", "MiB", not_behind=[OCTOPRINT]),
    ]
    for count in CLIENTS:
        many = count >= MANY
        whom = {"ahead": push} if many else {"not_behind": [OCTOPRINT]}
        lines.append(Line(f"memory, {count} clients", "MiB", **whom))
    lines += [
        Line(f"event to {count} clients, {mark}", "ms", ahead=push)
        for count in CLIENTS
        for mark in ("p50", "p99")
    ]
    return (*lines, Line("rules", "acts/s", ahead=[BOARDGAME], more=True))


LINES = _lines()


def verdicts(figures: Figures, lines: Sequence[Line] = LINES) -> list[str]:
    """The verdict of each line."""
    return [line.verdict(figures.get(line.name, {})) for line in lines]


def printed(figures: Figures, lines: Sequence[Line] = LINES) -> str:
    """The table as text."""
    rows = [["", *COLUMNS, "", "our claim"]]
    for line, verdict in zip(lines, verdicts(figures, lines), strict=True):
        found = figures.get(line.name, {})
        cells = [_cell(line, found, column) for column in COLUMNS]
        rows.append([f"{line.name}, {line.unit}", *cells, verdict, line.claim()])
    return "\n".join(_row(row) for row in rows)


def _cell(line: Line, found: Mapping[str, float], column: str) -> str:
    if column in found:
        return f"{found[column]:.0f}" if line.more else f"{found[column]:.2f}"
    return "absent" if column in (*line.ahead, *line.not_behind) else "-"


def _row(cells: Sequence[str]) -> str:
    name, *figures, verdict, claim = cells
    wide = "".join(f"{figure:>16}" for figure in figures)
    return f"{name:<30}{wide}  {verdict:<14}{claim}".rstrip()
