"""The rows of the routes, and adding a page."""

import shutil
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.pages.app import WEB, create_app
from companion.pages.route import Page
from companion.pages.routes import CALLS, PAGES
from companion.pages.web import Web
from tests.table.table_actor import Actor

TEMPLATE = """{% extends "base.html" %}
{% block title %}Sunset{% endblock %}
{% block script %}<script type="module" src="{{ static }}/pages/sunset.js"></script>{% endblock %}
{% block body %}data-place="{{ place }}"{% endblock %}
"""
MODULE = 'import { h } from "../lib/dom.js";\nh("p", {}, "Sunset");\n'


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[Actor]:
    acting = Actor(tmp_path)
    yield acting
    acting.close()


def phone(actor: Actor, folder: Path, page: Page) -> FlaskClient:
    """A phone at a service that has this page, too."""
    web = actor.web(lambda post: None)
    return create_app(web, [*PAGES, page], folder).test_client()


def test_a_page_is_one_row_one_template_and_one_module(actor: Actor, tmp_path: Path) -> None:
    folder = tmp_path / "web"
    shutil.copytree(WEB, folder)
    (folder / "templates" / "sunset.html").write_text(TEMPLATE)
    (folder / "static" / "pages" / "sunset.js").write_text(MODULE)
    guest = phone(actor, folder, Page("/sunset/<place>", "sunset.html"))
    page = guest.get("/sunset/kiruna")
    assert page.status_code == 200
    assert "<title>Sunset</title>" in page.text
    assert 'data-place="kiruna"' in page.text
    assert "companion=" in page.headers["Set-Cookie"]
    [module] = [word for word in page.text.split('"') if word.endswith("/pages/sunset.js")]
    assert 'define("pages/sunset.js"' in guest.get(module).text


def test_a_page_without_its_part_is_not_found(actor: Actor) -> None:
    guest = phone(actor, WEB, Page("/hidden", "races.html", only_with="https"))
    assert guest.get("/hidden").status_code == 404


def test_every_page_has_its_template() -> None:
    assert [page.path for page in PAGES if not (WEB / "templates" / page.template).is_file()] == []


def test_rows_name_existing_parts_and_no_route_twice() -> None:
    parts = {"", *(part.name for part in fields(Web))}
    assert {row.only_with for row in (*CALLS, *PAGES)} <= parts
    names = [call.name for call in CALLS] + [page.path for page in PAGES]
    assert len(names) == len(set(names))


def test_direct_posts_go_to_the_loop() -> None:
    assert all(isinstance(call.view, str) and call.keyed for call in CALLS if call.direct)
