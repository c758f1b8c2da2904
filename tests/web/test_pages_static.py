"""The pages' static files: no inline code, no foreign requests, no missing files."""

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
        assert data or re.search(r'src="\{\{ static \}\}/pages/(?:hall/)?\w+\.js"', attributes)


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_a_module_writes_no_html_and_no_style_attribute(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text)
    assert not re.search(r"\beval\(|new Function|cssText|[\"']style[\"']\s*,", text)
    assert set(re.findall(r"\.style\.(\w+)", text)) <= {"setProperty", "removeProperty"}


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_marks_between_words_are_the_languages_own(module: Path) -> None:
    """French has a space before them: `labelled` of lib/words.js or a message sets them."""
    code = re.sub(r"/\*.*?\*/", "", module.read_text(encoding="utf-8"), flags=re.DOTALL)
    pasted = r"`[^`\n]*\}[:!?](?: |`)|(?<=[,(\[?:+] )(?:\"[:;!?] \"|\":\")"
    found = [text for text in re.findall(pasted, code) if re.search(r'\$\{|^`\)\}|^"', text)]
    assert module.name == "words.js" or found == []


@pytest.mark.parametrize("file", MODULES + STYLES, ids=names(MODULES + STYLES))
def test_modules_and_styles_are_short(file: Path) -> None:
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
def test_every_file_that_a_module_names_exists(module: Path) -> None:
    for file in [*imported(module), *imported(module, LATER), *named(module)]:
        assert file.is_file(), file


@pytest.mark.parametrize("sheet", STYLES, ids=names(STYLES))
def test_every_file_that_a_sheet_names_exists(sheet: Path) -> None:
    for file in named(sheet):
        assert file.is_file(), file


@pytest.mark.parametrize("template", TEMPLATES, ids=names(TEMPLATES))
def test_every_file_that_a_template_names_exists(template: Path) -> None:
    for file in named(template):
        assert file.is_file(), file


def test_the_light_theme_is_the_same_by_choice_and_by_preference() -> None:
    text = (STATIC / "parts/theme-light.css").read_text(encoding="utf-8")
    asked, chosen = re.findall(r":root[^{]*\{([^}]*)\}", text)
    assert asked.split() == chosen.split()


COLOUR = r"#[0-9a-f]{6}"
SHADOW = r"0 \d+px \d+px rgb\([\d ]+ / [\d.]+\)"


def test_the_themes_differ_only_in_colours() -> None:
    """So axe.py checks all other rules in one theme only."""
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


def test_no_sheet_asks_for_the_orientation() -> None:
    assert [sheet.name for sheet in STYLES if "orientation" in sheet.read_text()] == []


def test_every_icon_is_in_the_icon_sheet() -> None:
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
    """The table's page with styles, modules and pictures, each compressed separately."""
    files = set(reached("table.html"))
    assert {"app.js", "games.js", "icons.svg", "hills.svg"} <= {file.name for file in files}
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MOST_FIRST_PAGE


def reached(template: str) -> Iterator[Path]:
    """All files that are loaded with a page, without those loaded on demand."""
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


def test_every_games_parts_are_listed() -> None:
    wanted = {
        (STATIC / "games" / game / f"{part}.js").resolve() for game in games() for part in PARTS
    }
    assert wanted <= set(imported(GAMES / "games.js", LATER))
    assert all(file.is_file() for file in imported(GAMES / "games.js", LATER))
    for game in games():
        assert {file.stem for file in (GAMES / game).glob("*.css")} >= STYLED
