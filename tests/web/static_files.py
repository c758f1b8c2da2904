"""The pages' static files, and the files that each of them refers to."""

import re
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
STATIC = WEB / "static"
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
MODULES = sorted(STATIC.rglob("*.js"))
STYLES = sorted(STATIC.rglob("*.css"))
GAMES = STATIC / "games"

AT_ONCE = r'^(?:import|(?:import|export)\b[^;"]*\bfrom)\s*"([^"]+)"'
LATER = r'\bimport\(\s*"([^"]+)"'
IN_A_SHEET = r'^@import "([^"]+)"'
FROM_THE_ROOT = r'(?:\{\{ static \}\}/|staticUrl\(")([\w./-]+\.\w+)"'
BESIDE = r'url\("([\w./-]+)"\)'


def games() -> list[str]:
    return sorted(folder.name for folder in GAMES.iterdir() if folder.is_dir())


def imported(file: Path, how: str = AT_ONCE) -> list[Path]:
    """The modules that a module imports statically, or (LATER) dynamically."""
    return [(file.parent / name).resolve() for name in _found(how, file)]


def named(file: Path) -> Iterator[Path]:
    """All files that a template, module or sheet refers to by their full name."""
    yield from (STATIC / name for name in _found(FROM_THE_ROOT, file))
    how = f"{BESIDE}|{IN_A_SHEET}"
    if file.suffix == ".css":
        yield from ((file.parent / "".join(name)).resolve() for name in _found(how, file))


def _found(how: str, file: Path) -> list[str]:
    return re.findall(how, file.read_text(encoding="utf-8"), re.M)
