"""A copy of the product, to which a test adds what a guide in docs/ says."""

import re
import shutil
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]

COPIED = ("companion", "web", "firmware")


class Product:
    """The copy in `folder`; `python -m companion` there is the one that runs."""

    def __init__(self, folder: Path):
        self.folder = folder
        for name in COPIED:
            shutil.copytree(
                ROOT / name,
                folder / name,
                symlinks=True,
                ignore=shutil.ignore_patterns("__pycache__"),
            )

    def add_files(self, root: Path, folder: str) -> None:
        """Copy the files of this folder over the product's, below `root`."""
        shutil.copytree(root / folder, self.folder / folder, dirs_exist_ok=True)

    def insert(self, file: str, behind: str, lines: str) -> None:
        """Insert lines after a line that occurs exactly once in the file."""
        path = self.folder / file
        text = path.read_text()
        assert text.count(behind) == 1, (file, behind)
        path.write_text(text.replace(behind, behind + lines))

    def say(self, catalogue: str) -> None:
        """Add sentences in English only: other languages fall back to it."""
        folder = self.folder / "companion" / "locales" / "en" / "LC_MESSAGES"
        po = folder / "companion.po"
        po.write_text(po.read_text() + "\n" + catalogue)
        with po.open("rb") as text, (folder / "companion.mo").open("wb") as compiled:
            write_mo(compiled, read_po(text))


def guide(name: str) -> str:
    """The text of a guide."""
    return (ROOT / "docs" / name).read_text()


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of this language."""
    return re.findall(rf"^```{language}[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
