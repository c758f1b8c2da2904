"""Settings of one phone: sound and vibration, theme, language."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.messages import languages
from tests.evening.service import Service
from tests.web.site import Device, turn, whole_turn

pytestmark = pytest.mark.browser

LISTEN = """
window.sensed = [];
const sense = (...what) => window.sensed.push(what);
Object.defineProperty(navigator, "vibrate", { value: (how) => sense("buzz", ...how) });
speechSynthesis.speak = (words) => sense("voice", words.text, words.lang);
const Oscillator = window.OscillatorNode;
window.OscillatorNode = class extends Oscillator {
  start(at) {
    sense("tone", this.frequency.value);
    super.start(at);
  }
};
"""
"""Script that records sounds and vibrations, as the test browser has neither."""

BELL = "Sounds, calls and vibration"


def sensed(page: Page, kind: str) -> list[Any]:
    return [what[1] for what in page.evaluate("window.sensed") if what[0] == kind]


def until_sensed(page: Page, kind: str, what: Any) -> None:
    """Wait for a sound or vibration."""
    page.wait_for_function(
        "([kind, what]) => window.sensed.some((one) => one[0] === kind && one[1] === what)",
        arg=[kind, what],
    )


def listening(device: Device, path: str) -> Page:
    device.context.add_init_script(LISTEN)
    return device.open(path)


def test_a_phone_is_silent_until_its_bell_is_tapped(host: Device) -> None:
    host.begin()
    page = listening(host, "/seat/3")
    host.acts(whole_turn(1, 4, "left"))
    expect(page.locator(".chip.warm")).to_contain_text("Your turn")
    assert page.evaluate("window.sensed") == []
    page.get_by_role("button", name=BELL).click()
    until_sensed(page, "voice", "Like this.")
    assert sensed(page, "voice") == ["Like this."]
    host.acts([*turn(3, 5, "left", marks=["edge"]), {"act": "done", "seat": 3}])
    until_sensed(page, "voice", "Crash!")
    until_sensed(page, "tone", 150)
    until_sensed(page, "buzz", 250)
    assert "Cy, your turn" not in sensed(page, "voice")  # another seat's turn
    host.acts([*whole_turn(5, 2, "brake"), {"act": "order"}])
    page.get_by_role("button", name=BELL).click()
    count = len(page.evaluate("window.sensed"))
    host.acts(whole_turn(1, 2, "brake"))
    expect(page.locator(".last")).to_contain_text("Ada")
    assert len(page.evaluate("window.sensed")) == count


def test_the_tables_page_announces_turns_and_keeps_the_setting(host: Device) -> None:
    host.begin()
    page = listening(host, "/")
    page.get_by_role("button", name="This phone").click()
    page.get_by_role("switch", name="Spoken calls").check()
    page.get_by_role("button", name="Close").click()
    page.reload()
    page.locator(".hero").wait_for()
    host.acts(whole_turn(1, 4, "left"))
    until_sensed(page, "voice", "Bo, your turn")
    assert sensed(page, "tone") == []
    host.post("/undo")
    until_sensed(page, "voice", "Taken back: Ada: the end of the turn.")
    assert ["voice", "Bo, your turn", "en"] in page.evaluate("window.sensed")


def test_a_refusal_vibrates_on_its_phone(host: Device) -> None:
    host.begin()
    page = listening(host, "/seat/3")
    page.get_by_role("button", name=BELL).click()
    page.get_by_role("button", name="OK, Done").click()
    until_sensed(page, "voice", "It is Ada's turn: Ada plays a card first.")
    until_sensed(page, "tone", 220)


def test_the_theme_is_chosen_per_phone_and_kept(service: Service, browser: Browser) -> None:
    background = "getComputedStyle(document.documentElement).backgroundColor"
    with Device(service, browser, color_scheme="light") as phone:
        page = phone.open("/join")
        by_day = page.evaluate(background)
        page.get_by_role("button", name="This phone").click()
        page.get_by_role("radio", name="dark").check()
        by_night = page.evaluate(background)
        assert by_night != by_day
        page = phone.open("/")
        assert page.evaluate(background) == by_night
        page.get_by_role("button", name="This phone").click()
        page.get_by_role("radio", name="like the phone").check()
        assert page.evaluate(background) == by_day
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(background) == by_night


@pytest.mark.parametrize("language", languages()[1:])
def test_the_language_is_chosen_per_phone_and_kept(host: Device, language: str) -> None:
    host.begin()
    page = host.open("/seat/1")
    page.locator("#own button").last.click()
    own = "(code) => new Intl.DisplayNames([code], { type: 'language' }).of(code)"
    page.get_by_role("radio", name=page.evaluate(own, language), exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".todo-first")).to_have_text(
        host.get(f"/state?lang={language}")["seats"][0]["todo"][0]
    )
    host.open("/")
    expect(page.locator(".hero-todo")).to_have_text(
        host.get(f"/state?lang={language}")["seats"][0]["todo"][0]
    )


def test_each_seats_page_can_have_its_own_language(host: Device) -> None:
    host.begin()
    for seat in (1, 3):
        assert host.post(f"/seats/{seat}/claim").ok
    page = host.open("/seat/3")
    page.get_by_role("button", name="This phone").click()
    with page.expect_navigation():
        page.get_by_role("radio", name="Deutsch").click()
    expect(page.get_by_role("button", name="Fertig")).to_be_visible()
    page = host.open("/seat/1")
    page.get_by_role("button", name="Dieses Handy").click()
    with page.expect_navigation():
        page.get_by_role("radio", name="English").click()
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    page.goto("/seat/3")  # Bo's page, in German, opened only
    expect(page.get_by_role("button", name="Fertig")).to_be_visible()


def test_a_device_without_a_seat_is_asked_once_about_sounds(
    service: Service, browser: Browser, host: Device
) -> None:
    with Device(service, browser) as tablet:
        page = tablet.open("/")
        ask = page.get_by_text("Sounds and spoken calls here?")
        expect(ask).to_be_visible()
        page.get_by_role("button", name="Yes, please").click()
        expect(page.locator("#say")).to_contain_text("Sounds and spoken calls are on.")
        expect(ask).to_have_count(0)
        expect(page.locator(".own [aria-pressed]")).to_have_attribute("aria-pressed", "true")
        page.reload()
        expect(page.locator(".own [aria-pressed]")).to_have_attribute("aria-pressed", "true")
        expect(ask).to_have_count(0)
    host.begin()
    with Device(service, browser, locale="fr-FR") as television:
        page = television.open("/")
        host.acts([{"act": "end"}])
        expect(page.locator(".result")).to_be_visible()
        expect(page.locator("#ask section")).to_have_count(0)  # not in the middle of an evening
        page.reload()
        expect(page.locator("#ask section")).to_contain_text("Sons et annonces sur cet appareil")
    page = host.open("/")
    page.get_by_role("button", name="No, quiet").click()
    expect(page.get_by_text("Sounds and spoken calls here?")).to_have_count(0)
    page.reload()
    expect(page.locator(".own [aria-pressed]")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("Sounds and spoken calls here?")).to_have_count(0)
