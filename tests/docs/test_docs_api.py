"""docs/api.md and docs/openapi.json are up to date with the routes."""

import re

from companion.pages.app import create_app
from companion.pages.web import Web
from docs import write_api


class NoMovements:
    """A simulated room that is never used: the application only checks that there is one."""

    def hand(self, movement: object) -> None:
        raise NotImplementedError


def routes() -> set[str]:
    """METHOD /path of every route below /api/v1."""
    nothing: object = None
    some: object = NoMovements()
    web = Web(*[nothing] * 3, b"x", "", some, nothing, backups=some)  # type: ignore[arg-type]
    return {
        f"{method} {re.sub('<(int|string):', '<', rule.rule).removeprefix('/api/v1')}"
        for rule in create_app(web).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/v1")
    }


def test_every_route_is_documented_and_every_documented_route_exists() -> None:
    documented = set(re.findall(r"`((?:GET|POST|PUT) /[^`]*)`", write_api.API.read_text("utf-8")))
    assert documented == routes()


def test_generated_parts_are_up_to_date() -> None:
    remedy = "python docs/write_api.py"
    text = write_api.API.read_text("utf-8")
    assert write_api.api(text) == text, remedy
    assert write_api.openapi() == write_api.OPENAPI.read_text("utf-8"), remedy
