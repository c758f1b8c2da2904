"""Add the fourth game to a copy of the repository, as docs/adding-a-game.md tells a contributor."""

import shutil
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

COPIED = ("companion", "web", "firmware")

INSERTED = (
    (
        "companion/games/__init__.py",
        "from companion.games.spec import GameSpec\n",
        "from companion.games.sprint.spec import SPEC as SPRINT\n",
    ),
    ("companion/games/__init__.py", '    "husky": HUSKY,\n', '    "sprint": SPRINT,\n'),
    (
        "web/static/games/games.js",
        "export const GAMES = {\n",
        '  sprint: {\n    icon: "flag",\n    parts: {\n'
        + "".join(
            f'      {part}: () => import("./sprint/{part}.js"),\n'
            for part in ("seat", "table", "setup", "correction", "story", "alerts", "room")
        )
        + "    },\n  },\n",
    ),
)
"""File, the line to insert behind, and the lines inserted."""


def add(to: Path) -> None:
    """Copy the product to this folder and add the game to it."""
    for name in COPIED:
        shutil.copytree(
            ROOT / name, to / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in ("companion", "web"):
        shutil.copytree(HERE / name, to / name, dirs_exist_ok=True)
    for name, behind, lines in INSERTED:
        file = to / name
        text = file.read_text()
        assert text.count(behind) == 1, (name, behind)
        file.write_text(text.replace(behind, behind + lines))
    _compile(to)


def _compile(to: Path) -> None:
    """`make messages`: English alone here; what another language lacks is said in English."""
    folder = to / "companion" / "locales" / "en" / "LC_MESSAGES"
    po = folder / "companion.po"
    po.write_text(po.read_text() + "\n" + (HERE / "messages" / "en.po").read_text())
    with po.open("rb") as text, (folder / "companion.mo").open("wb") as compiled:
        write_mo(compiled, read_po(text))
