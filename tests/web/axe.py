"""Check a page as it is shown with axe-core, by WCAG 2.2 A and AA."""

from collections.abc import Iterable, Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

PLAIN = """() => {
  const brightness = (colour) =>
    [1, 3, 5].reduce((sum, at) => sum + parseInt(colour.slice(at, at + 2), 16), 0);
  const theme = getComputedStyle(document.documentElement);
  const ends = ["--sky", "--dusk"].map((name) => theme.getPropertyValue(name).trim());
  ends.sort((one, other) => brightness(one) - brightness(other));
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.body.style.setProperty("background", ends.at(dark ? -1 : 0));
  for (const lane of document.querySelectorAll(".lane")) {
    lane.style.setProperty("background-image", "none");
  }
}"""
"""Script that paints the page in one colour, as axe cannot check text on a gradient.

Of the two ends of ours it takes the one that is nearer to the text's brightness.
"""

THEMES = ("dark", "light")

ALL = {"runOnly": TAGS, "preload": False}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], "preload": False}
"""axe's colour rules.

Preloading would fetch every style sheet once more, for the rule about locked orientation alone
(test_pages_static.py).
"""

JUDGE = """async ([part, options]) => {
  const judged = async (selectors) =>
    (await axe.run(part, { ...options, selectors, resultTypes: ["violations"] })).violations;
  return (await judged(false)).length ? judged(true) : [];
}"""
"""Results without passes, whose transfer takes as long as the check, and without selectors, which
take a quarter of it, unless a fault must be named.
"""


def in_both_themes(page: Page, where: str) -> list[str]:
    """Check everything in the dark theme, and the colours in the light one."""
    return [f"{where} {fault}" for fault in by_axe(page, THEMES)]


def by_axe(page: Page, themes: Iterable[str], part: str = "html") -> list[str]:
    """Check everything in the first of these themes, and the colours in the others.

    The themes differ only in colours (test_pages_static.py), so all other rules are checked once.
    `part`: a selector of what is checked.
    """
    found: set[str] = set()
    rules = ALL
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        page.evaluate(PLAIN)
        found |= {f"{theme} {fault}" for fault in _told(page, rules, part)}
        rules = COLOURS
    return sorted(found)


def _told(page: Page, options: dict[str, Any], part: str) -> Iterator[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    for fault in page.evaluate(JUDGE, [part, options]):
        for node in fault["nodes"]:
            why = node["any"][0]["message"] if node["any"] else node["failureSummary"]
            yield f"{fault['id']} {node['target']} {why}"
