"""The pages' files as they lie on the disk: what the browser is allowed to run and to fetch."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.static_files import (
    GAMES,
    LATER,
    MODULES,
    STATIC,
    STYLES,
    TEMPLATES,
    WEB,
    games,
    imported,
    named,
)

PICTURES = sorted(STATIC.rglob("*.svg"))

MOST_LINES = 350
MOST_FIRST_PAGE = 100 * 1024
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


def names(files: list[Path]) -> list[str]:
    return [file.relative_to(WEB).as_posix() for file in files]


@pytest.mark.parametrize("template", TEMPLATES, ids=names(TEMPLATES))
def test_a_template_has_no_inline_script_style_or_handler(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:", text, re.I)
    for attributes in re.findall(r"<script([^>]*)>", text):
        data = 'type="application/json"' in attributes
        assert data or re.search(r'src="\{\{ static \}\}/pages/\w+\.js"', attributes)


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_a_module_writes_no_html_and_no_style_attribute(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text)
    assert not re.search(r"\beval\(|new Function|cssText|[\"']style[\"']\s*,", text)
    assert set(re.findall(r"\.style\.(\w+)", text)) <= {"setProperty", "removeProperty"}


@pytest.mark.parametrize("file", MODULES + STYLES, ids=names(MODULES + STYLES))
def test_a_module_or_style_is_short_enough_to_be_read(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    "file",
    TEMPLATES + MODULES + STYLES + PICTURES,
    ids=names(TEMPLATES + MODULES + STYLES + PICTURES),
)
def test_nothing_is_fetched_from_elsewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace(SVG_NAMESPACE, "")
    assert not re.search(r"https?://|[\"'(]//|@import (?!\"[\w./-]+\.css\";)", text)


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_every_file_that_a_module_names_is_there(module: Path) -> None:
    for file in [*imported(module), *imported(module, LATER), *named(module)]:
        assert file.is_file(), file


@pytest.mark.parametrize("sheet", STYLES, ids=names(STYLES))
def test_every_file_that_a_sheet_names_is_there(sheet: Path) -> None:
    for file in named(sheet):
        assert file.is_file(), file


@pytest.mark.parametrize("template", TEMPLATES, ids=names(TEMPLATES))
def test_every_file_that_a_template_names_is_there(template: Path) -> None:
    for file in named(template):
        assert file.is_file(), file


def test_daylight_is_the_same_whether_the_phone_asks_for_it_or_somebody_chose_it() -> None:
    text = (STATIC / "parts/theme-light.css").read_text(encoding="utf-8")
    asked, chosen = re.findall(r":root[^{]*\{([^}]*)\}", text)
    assert asked.split() == chosen.split()


COLOUR = r"#[0-9a-f]{6}"
SHADOW = r"0 \d+px \d+px rgb\([\d ]+ / [\d.]+\)"


def test_the_themes_differ_in_nothing_but_colours() -> None:
    """So axe.py looks for everything else in one of them."""
    text = (STATIC / "parts/theme-light.css").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\s*([\w-]+): ([^;]+);$", text, re.M))
    assert told.pop("color-scheme") == "light"
    assert re.fullmatch(SHADOW, told.pop("--shadow"))
    assert len(told) >= 10
    for name, value in told.items():
        assert name.startswith("--")
        assert re.fullmatch(COLOUR, value), name
    asking = re.compile(r"prefers-color-scheme|data-theme|dataset\.theme|matchMedia")
    styles = {file.name for file in STYLES if asking.search(file.read_text(encoding="utf-8"))}
    assert styles == {"theme-light.css"}


def test_every_icon_that_a_page_draws_is_in_the_sheet() -> None:
    sheet = (STATIC / "parts/icons.svg").read_text(encoding="utf-8")
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', sheet))
    wanted = {
        name
        for module in MODULES
        for name in re.findall(r'\bicon\("([\w-]+)"\)', module.read_text(encoding="utf-8"))
    }
    assert wanted
    assert wanted <= drawn


def test_the_first_page_is_small() -> None:
    """Shell, styles, modules and pictures of the table's page, each compressed by itself."""
    files = set(reached("table.html"))
    assert {"app.js", "games.js", "icons.svg", "hills.svg"} <= {file.name for file in files}
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MOST_FIRST_PAGE


def reached(template: str) -> Iterator[Path]:
    """Every file that comes with a page, without what is only loaded when it is asked for."""
    pages = [WEB / "templates" / name for name in ("base.html", template)]
    yield from pages
    waiting = [file for page in pages for file in named(page)]
    seen = set(waiting)
    while waiting:
        file = waiting.pop()
        yield file
        for one in [*named(file), *(imported(file) if file.suffix == ".js" else ())]:
            if one not in seen:
                seen.add(one)
                waiting.append(one)


PARTS = {"seat", "table", "setup", "correction", "story", "alerts", "room"}
STYLED = {"game", "seat", "table", "setup", "room"}


def test_every_game_of_the_pages_is_in_their_list_with_all_its_parts() -> None:
    wanted = {
        (STATIC / "games" / game / f"{part}.js").resolve() for game in games() for part in PARTS
    }
    assert wanted <= set(imported(GAMES / "games.js", LATER))
    assert all(file.is_file() for file in imported(GAMES / "games.js", LATER))
    for game in games():
        assert {file.stem for file in (GAMES / game).glob("*.css")} >= STYLED
