"""Fixtures: a browser and a service that tests share."""

from tests.web.conftest import browser

__all__ = ["browser"]
