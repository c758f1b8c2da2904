"""A seat's page in a real browser, on the real service."""

import pytest
from playwright.sync_api import expect

from tests.web.site import Device, whole_turn

pytestmark = pytest.mark.browser


def test_a_surplus_discard_is_named_on_the_value_keys(host: Device) -> None:
    host.begin()
    host.acts([{"act": "correct", "seat": 1, "set": {"dogs": 8}}, *whole_turn(1, 4, "left")])
    page = host.open("/seat/1")
    naming = page.get_by_role("button", name="Name a discard")
    before = host.get("/state")["state"]["seats"][0]["unseen"]["2"]
    naming.click()
    page.get_by_role("button", name="Discarded 2").click()
    expect(page.locator(".last")).to_have_text("Ada discarded a 2.")
    assert host.get("/state")["state"]["seats"][0]["unseen"]["2"] == before - 1


def test_an_early_shuffle_is_offered_only_when_the_deck_is_empty(host: Device) -> None:
    host.begin()
    page = host.open("/seat/1")
    shuffled = page.get_by_role("button", name="Shuffled early")
    expect(page.locator(".value").first).to_be_visible()
    expect(shuffled).to_have_count(0)
    host.acts([{"act": "correct", "seat": 1, "set": {"deck": 0}}])
    shuffled.click()
    expect(page.locator(".last")).to_have_text("Ada has shuffled a new deck.")
    expect(shuffled).to_have_count(0)
    assert host.get("/state")["state"]["seats"][0]["deck"] == 15
