"""Options and fixtures of all tests."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

    from tests.table.table_actor import Actor

TESTS = Path(__file__).parent
LONGEST = ("evening", "torture", "web")

RUN_TWICE = ("drivers", "evening", "firmware", "security", "server", "web")
"""Folders of tests that talk to another process. One that fails runs again, which is reported."""

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=40
)
settings.load_profile("any machine")

settings.register_profile("long", settings.get_profile("any machine"), max_examples=400)
"""Hypothesis settings for `--long`: ten times the examples, where a test does not say how many."""

settings.register_profile(
    "mutants",
    settings.get_profile("any machine"),
    derandomize=True,
    database=None,
    max_examples=30,
    phases=(Phase.explicit, Phase.generate),
)
"""Hypothesis settings for `make mutate`: few, deterministic examples without shrinking."""


@pytest.fixture(scope="session")
def playwright() -> Iterator["Playwright"]:
    """Playwright, which starts browsers. A process can have one only.

    Imported here, as the tests without a browser run where Playwright is not installed.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: "Playwright") -> Iterator["Browser"]:
    """Chromium, for all files: to start it takes longer than most tests."""
    from tests.chromium import launched

    started = launched(playwright)
    yield started
    started.close()


@pytest.fixture(scope="module")
def browser(chromium: "Browser") -> Iterator["Browser"]:
    """Chromium without the pages of other files."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator["Actor"]:
    """A table with a host's phone, driven step by step."""
    from tests.table.table_actor import Actor

    actor = Actor(tmp_path)
    actor.post("first", "host")
    yield actor
    actor.close()


@pytest.fixture(scope="module", params=[True, False], ids=["fast path", "no fast path"])
def fast_path(request: pytest.FixtureRequest) -> bool:
    """Whether the server has its fast path. Tests that use this run both ways."""
    return bool(request.param)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long`: also run the many further seeds."""
    parser.addoption("--long", action="store_true", help="with the tests that are marked long")


def pytest_configure(config: pytest.Config) -> None:
    """Give Hypothesis more examples if `--long` is given."""
    if config.getoption("--long"):
        settings.load_profile("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect long tests unless `--long` is given; pytest's last line counts them."""
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    needs.skip_what_cannot_run(items)
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in RUN_TWICE:
            item.add_marker(pytest.mark.flaky(reruns=1))
    mix(items)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """Print at the very end which tests failed once, and what was skipped for a missing program."""
    yield
    if failed_once := terminalreporter.stats.get("rerun"):
        terminalreporter.section("FAILED AT FIRST", sep="!", red=True, bold=True)
        for report in failed_once:
            terminalreporter.write_line(f"{report.nodeid}\n{report.longreprtext}", red=True)
    skipped = terminalreporter.stats.get("skipped", [])
    lines = needs.summary(str(report.longrepr[2]) for report in skipped)
    if lines:
        terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
        for line in lines:
            terminalreporter.write_line(line, red=True)


def mix(items: list[pytest.Item]) -> None:
    """Sort the slowest folders first, interleaved, so that parallel files use all cores (Makefile).

    Evenings mostly wait, pages mostly compute.
    """
    place: dict[Path, float] = {}
    every = list(dict.fromkeys(item.path for item in items))
    for name in LONGEST:
        files = [file for file in every if file.is_relative_to(TESTS / name)]
        place |= {file: n / len(files) for n, file in enumerate(files)}
    items.sort(key=lambda item: place.get(item.path, 1.0))
