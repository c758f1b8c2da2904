"""Check a page as it is shown with axe-core, by WCAG 2.2 A and AA."""

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
"""axe cannot check text on a gradient, so both ends of ours are checked as plain colours."""


ALL = {"runOnly": TAGS}
BUT_FOR_COLOURS = {"runOnly": TAGS, "rules": {"color-contrast": {"enabled": False}}}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""axe's colour rules."""

JUDGE = """async (options) =>
  (await axe.run({ ...options, resultTypes: ["violations"] })).violations"""
"""Results without passes: transferring them takes as long as the check."""


def in_both_themes(page: Page, where: str) -> list[str]:
    """Check everything in the dark theme, and the colours in the light one.

    The themes differ only in colours (test_pages_static.py), so all other rules are checked once.
    """
    found: set[str] = set()
    rules = ALL
    for theme, ground in product(("dark", "light"), ("--sky", "--dusk")):
        page.emulate_media(color_scheme=theme)
        page.evaluate(PLAIN, ground)
        found |= set(_told(page, f"{where} {theme}", rules))
        rules = COLOURS
    return sorted(found)


def but_for_colours(page: Page, where: str) -> list[str]:
    """Check all rules but colours, which do not depend on the language."""
    return sorted(_told(page, where, BUT_FOR_COLOURS))


def _told(page: Page, where: str, options: dict[str, Any]) -> Iterator[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
        page.add_init_script(Axe().axe_script)  # for the pages opened next
    for fault in page.evaluate(JUDGE, options):
        for node in fault["nodes"]:
            why = node["any"][0]["message"] if node["any"] else node["failureSummary"]
            yield f"{where}: {fault['id']} {node['target']} {why}"
