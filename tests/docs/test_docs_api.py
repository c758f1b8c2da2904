"""docs/api.md names every route of the application, and no other."""

import re
from pathlib import Path

from companion.pages.app import Web, create_app

DOC = Path(__file__).parents[2] / "docs" / "api.md"


class NoHands:
    """The application only asks whether there is a room."""

    def hand(self, movement: object) -> None:
        raise NotImplementedError


def routes() -> set[str]:
    """METHOD /path of every route below /api/v1."""
    nothing: object = None
    some: object = NoHands()
    web = Web(*[nothing] * 3, b"x", "", some, nothing, backups=some)  # type: ignore[arg-type]
    return {
        f"{method} {re.sub('<(int|string):', '<', rule.rule).removeprefix('/api/v1')}"
        for rule in create_app(web).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/v1")
    }


def test_every_route_is_documented_and_every_documented_route_exists() -> None:
    documented = set(re.findall(r"`((?:GET|POST|PUT) /[^`]*)`", DOC.read_text()))
    documented.discard("GET /state` (below)")
    assert documented == routes()
