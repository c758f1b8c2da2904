"""Fixtures: a browser and a service that tests share."""

from tests.web.conftest import browser, chromium, playwright

__all__ = ["browser", "chromium", "playwright"]
