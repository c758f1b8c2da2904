"""The pages' files as they lie on the disk: what the browser is allowed to run and to fetch."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
STATIC = WEB / "static"
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
MODULES = sorted(STATIC.glob("*.js"))
STYLES = sorted(STATIC.glob("*.css"))
PICTURES = sorted(STATIC.glob("*.svg"))

MOST_LINES = 350
MOST_FIRST_PAGE = 100 * 1024
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


def names(files: list[Path]) -> list[str]:
    return [file.name for file in files]


@pytest.mark.parametrize("template", TEMPLATES, ids=names(TEMPLATES))
def test_a_template_has_no_inline_script_style_or_handler(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:", text, re.I)
    for attributes in re.findall(r"<script([^>]*)>", text):
        assert re.search(r'src="\{\{ static \}\}/\w+\.js"', attributes)


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
    assert not re.search(r"https?://|[\"'(]//|@import", text)


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_every_file_that_a_module_names_is_there(module: Path) -> None:
    for name in imported(module):
        assert (STATIC / name).is_file(), name


@pytest.mark.parametrize("template", TEMPLATES, ids=names(TEMPLATES))
def test_every_file_that_a_template_names_is_there(template: Path) -> None:
    for name in named(template.read_text(encoding="utf-8")):
        assert (STATIC / name).is_file(), name


def test_every_icon_that_a_page_draws_is_in_the_sheet() -> None:
    sheet = (STATIC / "icons.svg").read_text(encoding="utf-8")
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
    assert {"core.js", "icons.svg", "hills.svg"} <= {file.name for file in files}
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MOST_FIRST_PAGE


def reached(template: str) -> Iterator[Path]:
    """Every file that comes with a page, without what is only loaded when it is asked for."""
    pages = [WEB / "templates" / name for name in ("base.html", template)]
    yield from pages
    waiting = [name for page in pages for name in named(page.read_text(encoding="utf-8"))]
    seen = set(waiting)
    while waiting:
        file = STATIC / waiting.pop()
        yield file
        text = file.read_text(encoding="utf-8")
        for name in [*named(text), *(imported(file) if file.suffix == ".js" else ())]:
            if name not in seen:
                seen.add(name)
                waiting.append(name)


def named(text: str) -> list[str]:
    """The page's files that a text names; the modules that base.html lists are preloaded."""
    listed = re.search(r"for module in \[([^\]]*)\]", text)
    preloaded = re.findall(r'"(\w+)"', listed[1]) if listed else []
    written = r"(?:\{\{ static \}\}/|url\(\"|new URL\(\"\./)([\w-]+\.\w+)"
    return re.findall(written, text) + [f"{name}.js" for name in preloaded]


def imported(module: Path) -> list[str]:
    text = module.read_text(encoding="utf-8")
    return re.findall(r'(?:from|import)\s+"\./([\w-]+\.js)"', text)
