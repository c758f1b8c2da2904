"""README.md and docs name every command, and only commands, files and symbols that exist."""

import re
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS as COMMANDS_OF_CLI
from companion.__main__ import parse

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*ROOT.glob("*.md"), *DOCS.glob("*.md")]
COMMANDS = (DOCS / "commands.md").read_text()
GUIDES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    DOCS / "commands.md",
    DOCS / "raspberry-pi.md",
]
TEXT = "\n".join(guide.read_text() for guide in GUIDES)
INNER = {"all", "browser", "lint", "ready", "ready-to-test"}
"""Targets that only other targets use."""


def targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_every_make_command_is_a_target() -> None:
    named = set(re.findall(r"(?:`|^ +)make ([a-z-]+)", TEXT, re.MULTILINE))
    assert {"run", "test"} <= named
    assert named <= targets()


def test_every_target_is_in_the_table_of_commands() -> None:
    assert targets() - INNER == set(re.findall(r"`make ([a-z-]+)`", COMMANDS))


@pytest.mark.parametrize("words", sorted(set(re.findall(r"`companion ([a-z]+)", TEXT))))
def test_every_companion_command_named_exists(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([words, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out


def test_every_companion_command_is_in_the_table_of_commands() -> None:
    assert set(COMMANDS_OF_CLI) <= set(re.findall(r"`companion ([a-z]+)", COMMANDS))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_index_names_every_page_of_docs() -> None:
    index = (DOCS / "README.md").read_text()
    pages = {page.name for page in DOCS.glob("*.md")} - {"README.md"}
    assert pages == {page for page in pages if f"]({page})" in index}


OWNERS = "table.toml"
"""A file that the owner writes; the repository has only an example."""


def tour_paths() -> Iterator[str]:
    """Paths of the repository that the tour and the guides to it name, in backticks."""
    for page in (DOCS / "tour.md", *sorted(DOCS.glob("adding-*.md")), ROOT / "CONTRIBUTING.md"):
        yield from re.findall(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml))`", page.read_text())


@pytest.mark.parametrize("path", sorted(set(tour_paths())))
def test_every_path_of_the_tour_exists(path: str) -> None:
    """The files of the guide's fourth game count as if they were installed."""
    if "standings" not in path and path != OWNERS:  # the page that the guide itself contains
        added = ROOT / "tests" / "guides" / "fourth_game" / path
        assert (ROOT / path).exists() or added.exists()


def symbols() -> Iterator[tuple[str, str]]:
    """Names that the tour and the guides locate in a file."""
    path = r"`((?:[\w-]+/)+[\w-]+\.\w+)`"
    for page in (DOCS / "tour.md", *sorted(DOCS.glob("adding-*.md"))):
        text = page.read_text()
        yield from re.findall(rf"{path}, `([\w.]+)\(\)`", text)
        for name, file in re.findall(rf"`([\w.]+)(?:\(\w*\))?` (?:in|of) {path}", text):
            yield file, name


@pytest.mark.parametrize(("path", "name"), sorted(set(symbols())))
def test_every_name_of_the_tour_is_in_its_file(path: str, name: str) -> None:
    for part in name.split("."):
        assert re.search(rf"\b{part}\b", (ROOT / path).read_text())


def excerpts() -> Iterator[tuple[str, str]]:
    """Code blocks of the guides whose first line names a file: the file and the lines."""
    for page in sorted(DOCS.glob("adding-*.md")):
        yield from re.findall(r"^```\w+ (\S+)\n(.*?)^```", page.read_text(), re.M | re.S)


@pytest.mark.parametrize(("path", "lines"), list(excerpts()))
def test_every_excerpt_of_the_guides_is_in_its_file(path: str, lines: str) -> None:
    assert lines in (ROOT / path).read_text()


def test_the_animated_picture_is_small_enough_for_a_slow_line() -> None:
    assert (DOCS / "turn.webp").stat().st_size < 1_500_000


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_installed_package_carries_its_licence() -> None:
    about = metadata("sled-companion")
    assert about["License-Expression"] == "MIT"
    assert about.get_all("License-File") == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
