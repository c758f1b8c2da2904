"""Whole races as people play them, from the first card to the result.

Every act is a movement at a simulated seat (over the real link, driver, store and web), a click on
a phone's page, or a phone's post; the referee, which gets only the exported acts, must come to the
same result.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.chromium import launched
from tests.evening.hands import Hands
from tests.evening.script import Script, options, plain
from tests.evening.service import Live, Phone, Stream, companion, sled
from tests.evening.thumb import Thumb


def begin(host: Phone, chosen: dict[str, Any], stream: Stream) -> None:
    """Start a race."""
    answer = host.post("/races", game="snow_tails", options=chosen)
    assert answer.status == 200, answer
    stream.until(lambda live: live["race"] and live["race"]["id"] == answer.body["id"])


def play(script: Script, hands: Hands, thumb: Thumb | None = None, mishaps: float = 0.0) -> None:
    """Play all acts; sometimes a cable is pulled meanwhile."""
    chance = Random(len(script.acts))
    seats = [seat["seat"] for seat in script.options["seats"]]
    pulled: list[int] = []
    for act in script.acts:
        if pulled and chance.random() < 0.4:
            hands.plug(pulled.pop())
        elif not pulled and chance.random() < mishaps:
            pulled.append(chance.choice(seats))
            hands.pull(pulled[0])
        if not (thumb and act.get("seat") == thumb.seat and thumb.do(act)):
            hands.do(act)
    hands.lift_all()


def judged(race: dict[str, Any]) -> list[Any]:
    """The referee's answer to each act of an exported race."""
    acts = "".join(json.dumps(entry["act"]) + "\n" for entry in race["acts"])
    heard = companion("referee", race["game"], "--options", json.dumps(race["options"]), stdin=acts)
    assert heard.returncode == 0, heard
    return [json.loads(line) for line in heard.stdout.splitlines()]


def without_length(state: Any) -> Any:
    """The state without turn lengths, which depend on the hands."""
    return {name: value for name, value in state.items() if name != "big_paws"}


def check(script: Script, host: Phone, live: Live, folder: Path, by_page: int = 0) -> None:
    """Check that every act is stored as played, and that all views show the same result."""
    race_id = live["race"]["id"]
    race = host.get(f"/races/{race_id}/export")
    assert [entry["n"] for entry in race["acts"]] == list(range(1, len(script.acts) + 1))
    kept = [plain(entry["act"]) for entry in race["acts"]]
    assert kept == [plain(plain(act, by_page)) for act in script.acts]
    assert without_length(live["state"]) == without_length(script.state)
    lines = judged(race)
    assert all(line["ok"] for line in lines)
    assert lines[-1]["state"] == race["state"] == live["state"]
    assert lines[-1]["state"]["result"] == race["result"]
    assert race["result"] == script.state["result"]
    for form in ("json", "jsonl"):
        exported = companion("export", str(race_id), "--format", form, "--data", data_of(host))
        assert exported.returncode == 0, exported
        file = folder / f"race.{form}"
        file.write_text(exported.stdout)
        assert companion("replay", str(file)).returncode == 0


def data_of(phone: Phone) -> str:
    return str(phone.service.data)


def whole(
    seats: tuple[int, ...], seed: int, host: Phone, stream: Stream, tmp_path: Path, **how: Any
) -> None:
    """Play a whole race by hands alone."""
    script = Script(options(seats), seed, how.pop("rows", 0))
    begin(host, script.options, stream)
    play(script, Hands(host, stream), **how)
    check(script, host, stream.live, tmp_path)


def test_a_short_race_by_hands_matches_the_referee(
    host: Phone, stream: Stream, tmp_path: Path
) -> None:
    whole((1, 3, 5), 32, host, stream, tmp_path, rows=4, mishaps=0.03)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("seats", "seed"), [((1, 3, 5), 3), pytest.param((1, 2, 3, 4, 5), 12, marks=pytest.mark.long)]
)
def test_a_whole_race_with_pulled_cables_matches_the_referee(
    seats: tuple[int, ...], seed: int, host: Phone, stream: Stream, tmp_path: Path
) -> None:
    whole(seats, seed, host, stream, tmp_path, mishaps=0.02)


@pytest.fixture
def windows(playwright: Playwright) -> Iterator[Browser]:
    """Chromium with its windows, as people have it, instead of the headless shell."""
    chromium = launched(playwright, whole=True)
    yield chromium
    chromium.close()


@pytest.mark.browser
def test_a_race_with_a_browser_player_shows_its_result(
    host: Phone, stream: Stream, windows: Browser, tmp_path: Path
) -> None:
    script = Script(options((1, 2, 3, 4)), 25, rows=4)
    begin(host, script.options, stream)
    hands = Hands(host, stream)
    page = windows.new_page(base_url=host.service.url)
    page.goto("/seat/2")
    page.get_by_role("button", name="Take this seat").click()
    play(script, hands, Thumb(page, stream, 2), mishaps=0.01)
    check(script, host, stream.live, tmp_path, by_page=2)
    page.goto("/")
    rows = page.locator(".podium li")
    expect(rows).to_have_count(4)
    for row, entry in zip(rows.all(), script.state["result"], strict=True):
        expect(row).to_contain_text(sled(stream.live, entry["seat"])["name"])
        expect(row).to_contain_text(f"Points: {entry['points']}")
        if entry["place"]:
            expect(row.locator(".finisher-place")).to_have_text(str(entry["place"]))
    page.close()
