"""Script in every name, note and file: a real browser shows it as text and never runs it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

from companion.games import GAME_SPECS
from tests.evening.service import Service
from tests.web.site import Device

WEB = Path(__file__).parents[2] / "web"

pytestmark = pytest.mark.browser

BAITS = (
    "<img src=x onerror=pwned()>",
    '"><script>pwned()</script>',
    "' onfocus=pwned() autofocus='",
    "</script><svg onload=pwned()>",
    "{{7*7}}${pwned()}<%=pwned()%>",
    "javascript:pwned()//</title>",
)
TABLE, TAG, NOTE, SEASON, COURSE = (BAITS[n] for n in (0, 1, 3, 4, 2))
LIMITS = [4, 3, 5]

TRAP = """
window.pwned = () => console.error("a script of a stranger has run");
document.addEventListener("securitypolicyviolation", (event) =>
  console.error("the policy had to stop", event.violatedDirective, event.blockedURI));
"""

STRANGE = """() => [...document.querySelectorAll("*")].filter((node) =>
    [...node.attributes].some(({name, value}) =>
      name.startsWith("on") || /^\\s*(javascript|data:text)/i.test(value) && name !== "value"
        && ["href", "src", "action", "formaction", "xlink:href"].includes(name))
    || node.localName === "img" && !/^(data:image|blob:|\\/)/.test(node.getAttribute("src") ?? "/")
    || node.localName === "script" && !node.src && node.type !== "application/json"
  ).map((node) => node.outerHTML.slice(0, 200))"""
"""Signs of injection in a page: inline handlers, inline scripts, foreign pictures."""


@pytest.fixture(scope="module")
def baited(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """A table in which everything has a hostile name."""
    folder = tmp_path_factory.mktemp("injection")
    table = folder / "table.toml"
    table.write_text(f"[table]\nname = {json.dumps(TABLE)}\n" + "[[seat]]\n" * 5, "utf-8")
    service = Service(folder / "data", "--simulate", "--table", str(table))
    try:
        with Device(service.start(), browser) as host:
            host.context.add_init_script(TRAP)
            lay_out(host)
            yield host
    finally:
        service.stop()


def tried(host: Device) -> list[str]:
    """Attempts of injected script since the last call, successful or stopped."""
    said, host.faults[:] = list(host.faults), []
    words = ("of a stranger has run", "policy had to stop", "Content Security Policy")
    return [fault for fault in said if any(word in fault for word in words)]


def took(host: Device, path: str, **body: Any) -> Any:
    answer = host.post(path, **body)
    assert answer.ok, (path, answer.text())
    return answer.json()


def lay_out(host: Device) -> None:
    """Fill the table: courses, seasons, tags, boxes, a finished race and a running one."""
    course = {"limits": LIMITS, "flag": "left", "note": NOTE}
    for name in BAITS:
        took(host, "/courses", name=name, **course)
    tags = [
        {
            "uid": f"04A1B2{n:02X}",
            "game": "snow_tails",
            "piece": {"kind": "dog", "colour": TAG, "value": n, "copy": 1},
        }
        for n in range(1, 6)
    ]
    file = json.dumps({"format": "companion-tags", "version": 1, "tags": tags})
    took(host, "/tags/import", file=file)
    for over in (True, False):
        seats = [
            {"seat": n, "name": BAITS[n], "colour": BAITS[-n], "place": n} for n in (1, 2, 3, 4, 5)
        ]
        options = {"seats": seats, "limits": LIMITS}
        race = took(host, "/races", game="snow_tails", options=options, course=COURSE)["id"]
        took(host, "/seats/1/claim")
        if over:
            took(host, "/acts", act={"act": "end"})
            took(host, "/seasons", name=SEASON)
            took(host, "/seasons/1/acts", act={"act": "race", "race": race})
    by_hand = [{"name": name, "place": n} for n, name in enumerate(BAITS, 1)]
    took(host, "/seasons/1/acts", act={"act": "race", "title": NOTE, "results": by_hand})
    for game in [box["game"] for box in host.get("/boxes")["boxes"]]:
        bait_box(host, game)
    took(host, "/races/2/resume")
    quarrel(host)


@pytest.mark.parametrize("race", [3, 4, 2])
def test_each_games_pages_show_bait_as_text(baited: Device, race: int) -> None:
    game = baited.get(f"/races/{race}")["game"]
    if not (WEB / "static" / "games" / game / "seat.js").exists():
        pytest.skip(f"{game} has no pages yet")
    took(baited, f"/races/{race}/resume")
    for path in ("/", "/seat/1", "/setup"):
        test_bait_is_shown_as_text_and_nothing_runs(baited, path)


def bait_box(host: Device, game: str) -> None:
    """Post hostile texts in a box: they are refused, and the refusal shows on the page."""
    box = host.get(f"/boxes/{game}/example")["box"]
    head = {"format": "companion-box", "version": 1, "game": game}
    for baited in (_baited(box), {**box, BAITS[0]: 1}):
        file = json.dumps({**head, "box": baited})
        assert host.post(f"/boxes/{game}/import", file=file).status == 409
    if GAME_SPECS[game].box_in_races:
        seats = [{"seat": n, "name": BAITS[n], "colour": BAITS[-n]} for n in (1, 2, 3)]
        took(host, "/races", game=game, options={"seats": seats})


def _baited(value: Any) -> Any:
    match value:
        case str():
            return BAITS[0]
        case list():
            return [_baited(part) for part in value]
        case dict():
            return {name: _baited(part) for name, part in value.items()}
    return value


def quarrel(host: Device) -> None:
    """Provoke refusals that quote their input: they show on every phone."""
    for act in (
        {"act": "correct", "seat": 1, "set": {BAITS[0]: 1}},
        {"act": "correct", "set": {BAITS[1]: 1}},
        {"act": "tap", "seat": 1, "card": {"value": 3, "colour": BAITS[3]}},
    ):
        assert not host.post("/acts", act=act).ok
    assert not host.post("/races", game=BAITS[0], options={}).ok
    assert not host.post("/courses/remove", name=BAITS[0] + "!").ok


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/setup",
        "/join",
        "/seat/1",
        "/seat/2",
        "/boxes",
        "/boxes/husky",
        "/boxes/reindeer_races",
        "/races",
        "/races/2",
        "/races/3",
        "/races/4",
        "/races/1",
        "/history?race=1",
        f"/history?race={quote(BAITS[0])}",
        "/seasons",
        "/seasons/1",
        "/courses",
        "/tags",
        f"/tags?game={quote(BAITS[0])}&colour={quote(BAITS[1])}",
        f"/tags/sheet?game=snow_tails&colour={quote(TAG)}&composition=%7B%221%22%3A4%7D",
        "/room",
        f"/#{BAITS[0]}",
        f"/setup?again={quote(BAITS[0])}",
    ],
)
def test_bait_is_shown_as_text_and_nothing_runs(baited: Device, path: str) -> None:
    baited.open(path)
    baited.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
    assert baited.page.evaluate(STRANGE) == []
    assert tried(baited) == []


def test_injected_names_are_really_on_the_pages(baited: Device) -> None:
    for path, bait in (
        ("/", BAITS[1]),
        ("/", TABLE),
        ("/races/1", BAITS[2]),
        ("/seasons/1", SEASON),
        ("/courses", NOTE),
    ):
        baited.open(path)
        baited.page.get_by_text(bait, exact=False).first.wait_for(state="attached")


@pytest.mark.parametrize("path", [f"/{quote(BAITS[0])}", f"/{quote(BAITS[3])}?q={quote(BAITS[1])}"])
def test_bait_in_a_url_is_not_repeated(baited: Device, path: str) -> None:
    baited.page.goto(path)
    assert baited.page.evaluate(STRANGE) == []
    assert "pwned" not in baited.page.content()
    baited.faults.clear()  # the browser shows the 404 as a page, too


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/state",
        "/api/v1/races/1",
        "/api/v1/races/1/export?format=csv",
        "/api/v1/races/1/export?format=jsonl",
        "/api/v1/seasons/1/export?format=csv",
        "/api/v1/seasons/1/export?format=bgg",
        "/api/v1/seasons/1/export?format=bgsplay",
        "/api/v1/seasons/1/export?format=places",
        "/api/v1/courses",
        "/api/v1/tags/export",
        f"/api/v1/races/1/export?format={quote(BAITS[0])}",
        f"/api/v1/{quote(BAITS[0])}",
    ],
)
def test_no_answer_with_bait_is_html(baited: Device, path: str) -> None:
    answer = baited.context.request.get(path)
    assert "html" not in answer.headers["content-type"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    disposition = answer.headers.get("content-disposition", "")
    assert "/export" not in path or answer.status != 200 or disposition.startswith("attachment;")


def test_the_policy_stops_an_injected_script(baited: Device) -> None:
    """Second defence: if injected markup ever got into a page, the policy would stop it."""
    baited.open("/")
    with baited.page.expect_console_message(lambda told: "the policy had to stop" in told.text):
        baited.page.evaluate("(bait) => { document.body.innerHTML += bait; }", BAITS[0])
    baited.page.wait_for_function("() => document.querySelector('img[onerror]').complete")
    said = "\n".join(baited.faults)
    baited.faults.clear()
    assert "has run" not in said


def test_no_module_makes_markup_or_code_from_text() -> None:
    """Functions that turn text into elements or code are used nowhere."""
    never = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "srcdoc")
    files = [*WEB.rglob("*.js"), *WEB.rglob("*.html")]
    assert len(files) > 40
    for file in files:
        text = file.read_text("utf-8")
        assert not [word for word in (*never, "new Function", "|safe", "| safe") if word in text]
