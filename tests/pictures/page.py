"""Pages as the host's own device shows them."""

from playwright.sync_api import Browser, Page, expect

from tests.evening.service import Phone


def opened(
    browser: Browser,
    host: Phone,
    path: str,
    size: tuple[int, int],
    scale: float,
    scheme: str = "dark",
) -> Page:
    """Open a page in a window of `size` CSS pixels and wait until it is drawn."""
    context = browser.new_context(
        base_url=host.service.url,
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        color_scheme="light" if scheme == "light" else "dark",
        reduced_motion="reduce",
        bypass_csp=True,
    )
    name, _, value = host.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": host.service.url}])
    page = context.new_page()
    page.goto(path)
    expect(page.locator("#page .loading")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    return page
