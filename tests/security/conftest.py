"""A browser and a service for those tests that share one."""

from tests.web.conftest import browser

__all__ = ["browser"]
