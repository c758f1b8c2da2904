"""More windows of one browser than allowed streams: the last one reports it, the others stay."""

from playwright.sync_api import Browser, Page, expect

from companion.server.hub import MOST_A_PHONE
from tests.evening.service import Service
from tests.web.site import Device

TOO_MANY = "too many windows"


def bar(page: Page) -> str:
    return page.locator("#away").inner_text()


def test_a_window_beyond_the_limit_says_so_and_the_others_stay(host: Device) -> None:
    pages = [host.page, *(host.context.new_page() for _ in range(MOST_A_PHONE - 1))]
    for page in pages[1:]:
        page.goto("/races")
        page.wait_for_function("document.querySelector('#away').innerText === ''")
    late = host.context.new_page()
    asked: list[str] = []
    late.on("request", lambda request: asked.append(request.url))
    late.goto("/races")
    expect(late.locator("#away")).to_contain_text(TOO_MANY)
    late.wait_for_timeout(5000)
    assert len([url for url in asked if "/stream" in url]) == 1
    assert [bar(page) for page in pages] == [""] * MOST_A_PHONE
    pages.pop().close()
    late.evaluate("dispatchEvent(new Event('focus'))")
    expect(late.locator("#away")).to_be_empty()


def test_viewers_of_the_room_count_as_separate_phones(service: Service, browser: Browser) -> None:
    viewers = [Device(service, browser) for _ in range(MOST_A_PHONE + 1)]
    ended: list[str] = []
    for viewer in viewers:
        page = viewer.open("/room")
        page.on("requestfinished", lambda request: ended.append(request.url))
        page.on("requestfailed", lambda request: ended.append(request.url))
    viewers[0].page.wait_for_timeout(3000)
    assert not [url for url in ended if url.endswith("stream") or "stream?" in url]
    assert all(TOO_MANY not in viewer.page.content() for viewer in viewers)
    for viewer in viewers:
        viewer.context.close()
