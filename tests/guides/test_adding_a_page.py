"""The page built from the code blocks of docs/adding-a-page.md opens."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.evening.service import Service
from tests.guides.product import Product, blocks, guide
from tests.web.site import Device

pytestmark = pytest.mark.browser

GUIDE = guide("adding-a-page.md")


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A copy of the product with the guide's page in it."""
    product = Product(tmp_path / "product")
    (route,) = blocks(GUIDE, "python")
    product.insert("companion/pages/routes.py", ROUTE, f"    {route.strip()},\n")
    web = product.folder / "web"
    for language, file in FILES.items():
        (code,) = blocks(GUIDE, language)
        (web / file).write_text(code)
    product.say('msgid "ui.standings"\nmsgstr "Standings"\n')
    return product.folder


ROUTE = """    Page("/races", "races.html"),\n"""
FILES = {
    "html": "templates/standings.html",
    "js": "static/pages/standings.js",
    "css": "static/pages/standings.css",
}


def test_the_page_of_the_guide_opens(product: Path, tmp_path: Path, browser: Browser) -> None:
    service = Service(tmp_path / "data", "--simulate", folder=product).start()
    try:
        with Device(service, browser) as host:
            host.begin()
            assert host.post("/acts", act={"act": "end"}).ok
            page = host.open("/standings")
            expect(page.get_by_role("heading", name="Standings")).to_be_visible()
            expect(page.locator("#page li").first).to_contain_text("Ada")
            assert host.faults == []
    finally:
        service.stop()
