"""README.md names only commands and places that exist, and CI calls its test command."""

import re
from importlib.metadata import metadata
from pathlib import Path

import pytest

from companion.__main__ import parser

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_every_make_command_is_a_target() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = set(re.findall(r"\bmake ([a-z]+)", README))
    assert {"run", "test"} <= named
    assert named <= set(targets)


@pytest.mark.parametrize(
    "words", sorted(set(re.findall(r"`companion ([a-z]+(?: [a-z]+)?)", README)))
)
def test_every_companion_command_is_one(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args([words.split()[0], "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    "place", re.findall(r"^\| `([^`]+)`", README.partition("## The map")[2], re.M)
)
def test_every_place_on_the_map_exists(place: str) -> None:
    assert (ROOT / place).exists()


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_installed_package_carries_its_licence() -> None:
    about = metadata("sled-companion")
    assert about["License-Expression"] == "MIT"
    assert about.get_all("License-File") == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
