"""The pins and files in firmware/README.md match the firmware."""

import ast
import re
from pathlib import Path

from companion.cli.firmware import sources

FIRMWARE = Path(__file__).parents[2] / "firmware"


def pins_of_the_code() -> dict[str, str]:
    tree = ast.parse((FIRMWARE / "code.py").read_text())
    (table,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PINS"
    )
    assert isinstance(table, ast.Dict)
    names = [ast.literal_eval(key) for key in table.keys if key]
    return dict(
        zip(names, (ast.unparse(pin)[len("board.") :] for pin in table.values), strict=True)
    )


def pins_of_the_readme() -> dict[str, str]:
    rows = re.findall(r"^\| ([\w ]+?)(?: \(\w+\))? \| (GP\d+) \|$", _readme(), re.MULTILINE)
    return dict(rows)


def _readme() -> str:
    return (FIRMWARE / "README.md").read_text()


def test_readme_names_every_pin() -> None:
    boot = re.findall(r"board\.(GP\d+)", (FIRMWARE / "boot.py").read_text())
    assert pins_of_the_readme() == {**pins_of_the_code(), "service button": boot[0]}


def test_readme_names_every_file_for_the_board() -> None:
    places = [place for place in sources() if not place.endswith("__init__.py")]
    assert {"code.py", "companion/protocols/chips.py"} <= set(places)
    for place in places:
        assert place in _readme()
