"""What axe-core finds on a page as it stands, judged by WCAG 2.2 A and AA."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

PLAIN = """(name) => {
  const colour = getComputedStyle(document.documentElement).getPropertyValue(name);
  document.body.style.setProperty("background", colour);
  for (const lane of document.querySelectorAll(".lane")) {
    lane.style.setProperty("background-image", "none");
  }
}"""
"""Axe cannot judge text on a picture or gradient: both ends of ours, one after the other."""


def in_both_themes(page: Page, where: str) -> list[str]:
    """Everything, in the dark and in the light theme."""
    found: set[str] = set()
    for theme, ground in product(("dark", "light"), ("--sky", "--dusk")):
        page.emulate_media(color_scheme=theme)
        page.evaluate(PLAIN, ground)
        found |= set(_told(page, f"{where} {theme}", {}))
    return sorted(found)


def but_for_colours(page: Page, where: str) -> list[str]:
    """What may differ from language to language: names, roles, labels, headings."""
    return sorted(_told(page, where, {"color-contrast": {"enabled": False}}))


def _told(page: Page, where: str, rules: dict[str, Any]) -> Iterator[str]:
    options = {"runOnly": TAGS, "resultTypes": ["violations"], "rules": rules}
    for fault in Axe().run(page, options=options).response["violations"]:
        for node in fault["nodes"]:
            why = node["any"][0]["message"] if node["any"] else node["failureSummary"]
            yield f"{where}: {fault['id']} {node['target']} {why}"
