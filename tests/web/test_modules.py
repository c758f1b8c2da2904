"""Unit tests of the pages' modules in a real browser, without the service."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "web" / "static"
HOME = "http://pages.test/"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}


def served(route: Route) -> None:
    """Serve the static files, and an empty page for any other path."""
    name = route.request.url.removeprefix(HOME).removeprefix("static/")
    file = STATIC / name
    if name and file.is_file():
        route.fulfill(path=file, content_type=TYPES[file.suffix])
    else:
        route.fulfill(content_type="text/html", body="<!doctype html><main id=page></main>")


@pytest.fixture(scope="module")
def browser_page(browser: Browser) -> Page:
    page = browser.new_page()
    page.route("**/*", served)
    return page


@pytest.fixture
def page(browser_page: Page) -> Page:
    """An empty page to import modules on."""
    browser_page.goto(HOME)
    return browser_page


def run(page: Page, module: str, body: str, given: Any = None) -> Any:
    """Run `body` as a function of the module `m` and `given`."""
    script = f"async (given) => {{ const m = await import('/static/{module}.js'); {body} }}"
    return page.evaluate(script, given)


# lib/dom.js

LIST = """
  const item = (key) => m.h("li", { key }, m.h("button", {}, key));
  const list = (keys) => m.h("ol", {}, keys.map(item));
  const page = document.querySelector("#page");
"""


def test_an_element_keeps_its_focus_when_it_changes_its_place(page: Page) -> None:
    body = (
        LIST
        + """
      m.draw(page, list(["a", "b", "c"]));
      const button = page.querySelectorAll("button")[2];
      button.focus();
      m.draw(page, list(["c", "a", "d"]));
      return [page.textContent, document.activeElement === button, button.isConnected];
    """
    )
    assert run(page, "lib/dom", body) == ["cad", True, True]


FOCUSED = """
  const page = document.querySelector("#page");
  const key = (words, more = {}) => m.h("button", { key: words, ...more }, words);
  const section = (parts) => m.h("section", { key: "s" }, m.h("h2", {}, "Part"), parts);
  const draw = (...parts) => m.draw(page, section(parts));
  const isIt = (words) => (one) => one.textContent === words;
  const focus = (words) => [...page.querySelectorAll("button")].find(isIt(words)).focus();
"""


@pytest.mark.parametrize(
    ("before", "pressed", "after", "focused"),
    [
        ('key("a"), key("b")', "b", 'key("a"), m.h("a", { href: "/" }, "link")', "link"),
        ('m.h("form", {}, key("a"))', "a", 'm.h("div", {}, m.h("h3", {}, "Done"))', "Done"),
        ('m.h("p", {}, key("a"), key("b"), key("c"))', "b", 'm.h("p", {}, key("a"), key("c"))',
         "c"),
        ('m.h("p", {}, key("a"), key("b"))', "b", 'm.h("p", {}, key("a"))', "a"),
        ('m.h("ul", {}, ["a", "b"].map((n) => m.h("li", { key: n }, key(n))))', "a",
         'm.h("ul", {}, ["b"].map((n) => m.h("li", { key: n }, key(n))))', "b"),
        ('m.h("p", {}, key("a"), key("b"))', "a",
         'm.h("p", {}, key("a", { disabled: true }), key("b"))', "b"),
        ('m.h("p", {}, key("a"))', "a", 'm.h("p", {}, "nothing left")', "Part"),
    ],
)  # fmt: skip
def test_the_focus_goes_to_what_took_the_place_of_its_key(
    page: Page, before: str, pressed: str, after: str, focused: str
) -> None:
    body = f"""{FOCUSED}
      draw({before});
      focus("{pressed}");
      draw({after});
      return document.activeElement.textContent;
    """
    assert run(page, "lib/dom", body) == focused


def test_the_focus_stays_in_a_sheet_whose_key_goes_away(page: Page) -> None:
    body = f"""{FOCUSED}
      const place = document.body.appendChild(document.createElement("div"));
      const opens = {{ made: (one) => one.showModal() }};
      const sheet = (...keys) => m.draw(place, m.h("dialog", opens, m.h("p", {{}}, keys)));
      draw(key("open"));
      focus("open");
      sheet(key("a"), key("b"));
      place.querySelector("button").focus();
      sheet(key("b"));
      return document.activeElement.textContent;
    """
    assert run(page, "lib/dom", body) == "b"


def test_a_closed_dialog_returns_the_focus_even_if_its_opener_is_gone(page: Page) -> None:
    body = f"""{FOCUSED}
      const {{ returnFocus }} = await import("/static/lib/focus.js");
      const place = document.body.appendChild(document.createElement("div"));
      const opens = {{ made: (one) => one.showModal(), onclose: returnFocus }};
      const dialog = m.h("dialog", opens, key("in it"));
      const later = () => new Promise((done) => setTimeout(done, 50));
      const closed = () => later().then(() => document.activeElement.textContent);
      draw(key("open"), key("other"));
      focus("open");
      m.draw(place, dialog);
      m.draw(place, null);
      const kept = await closed();
      m.draw(place, dialog);
      draw(key("other"));
      m.draw(place, null);
      return [kept, await closed()];
    """
    assert run(page, "lib/dom", body) == ["open", "Part"]


def test_a_removed_node_loses_its_attributes(page: Page) -> None:
    body = """
      const page = document.querySelector("#page");
      m.draw(page, m.h("p", { class: "x", hidden: true, style: { "--a": "1" } }, "old"));
      m.draw(page, m.h("p", { title: "t" }, null, false, "new"));
      const p = page.firstChild;
      return [p.textContent, p.className, p.hidden, p.title, p.style.length];
    """
    assert run(page, "lib/dom", body) == ["new", "", False, "t", 0]


def test_text_is_never_read_as_html(page: Page) -> None:
    body = """
      const page = document.querySelector("#page");
      m.draw(page, m.h("p", {}, "<b>Ada</b>"));
      return page.querySelectorAll("b").length;
    """
    assert run(page, "lib/dom", body) == 0


# lib/press-and-hold.js

PAD = """
  const late = (window.late = new Map());
  window.setTimeout = (act) => { late.set(late.size + 1, act); return late.size; };
  window.clearTimeout = (timer) => late.delete(timer);
  const said = (window.said = []);
  const dom = await import("/static/lib/dom.js");
  const hold = given ? () => said.push("hold") : null;
  dom.draw(document.querySelector("#page"),
    dom.h("button", { id: "pad", ...m.holdHandlers(() => said.push("press"), hold) }, "OK"));
"""


def while_it_is_down(page: Page) -> None:
    """Let the hold time pass while the button is down."""
    page.evaluate("window.late.forEach((act) => act())")


def said(page: Page) -> Any:
    return page.evaluate("window.said")


def test_a_short_press_acts_on_release(page: Page) -> None:
    run(page, "lib/press-and-hold", PAD, True)
    page.hover("#pad")
    page.mouse.down()
    assert said(page) == []
    page.mouse.up()
    assert said(page) == ["press"]


def test_a_held_press_acts_once_before_release(page: Page) -> None:
    run(page, "lib/press-and-hold", PAD, True)
    page.hover("#pad")
    page.mouse.down()
    while_it_is_down(page)
    assert said(page) == ["hold"]
    page.mouse.up()
    assert said(page) == ["hold"]


def test_a_finger_that_slips_off_does_nothing(page: Page) -> None:
    run(page, "lib/press-and-hold", PAD, True)
    page.hover("#pad")
    page.mouse.down()
    page.mouse.move(600, 500)
    page.mouse.up()
    assert said(page) == []


def test_keys_press_and_hold_like_fingers(page: Page) -> None:
    run(page, "lib/press-and-hold", PAD, True)
    page.focus("#pad")
    page.keyboard.press("Enter")
    page.keyboard.down(" ")
    while_it_is_down(page)
    page.keyboard.up(" ")
    assert said(page) == ["press", "hold"]


def test_a_click_without_pointer_events_is_a_press(page: Page) -> None:
    run(page, "lib/press-and-hold", PAD, False)
    page.evaluate("document.querySelector('#pad').click()")
    assert said(page) == ["press"]


# games/snow_tails/simulated-hand.js


def test_a_simulated_hand_follows_the_table(page: Page) -> None:
    """Play, draw, shuffle and undo: hand and table must always agree."""
    body = """
      const copies = { 1: 4, 2: 4, 3: 4, 4: 4, 5: 4 };
      let memory = m.shuffled(copies, 7);
      const unseen = { ...copies };
      const sled = { dogs: 5, unseen };
      const faults = [];
      for (let turn = 0; turn < 200; turn += 1) {
        memory = m.dealt(memory, sled, null);
        const all = [...memory.deck, ...memory.hand, ...memory.out];
        if (new Set(all).size !== 20 || all.length !== 20) faults.push([turn, "lost"]);
        if (memory.hand.length !== sled.dogs) faults.push([turn, "hand", memory.hand.length]);
        const played = memory.hand[turn % memory.hand.length];
        const value = m.valueOf(played);
        unseen[value] -= 1;
        const before = memory;
        memory = m.dealt(memory, sled, played);
        if (memory.hand.includes(played)) faults.push([turn, "still there"]);
        if (turn % 5 === 4) {
          unseen[value] += 1;
          memory = m.dealt(memory, sled, null);
          if (String(memory.hand.toSorted()) !== String(before.hand.toSorted())) {
            faults.push([turn, "not taken back"]);
          }
        }
        if (Object.values(unseen).reduce((a, b) => a + b) < 8) {
          const hand = String(memory.hand);
          memory = m.dealt(m.dealt(memory, { dogs: 5, unseen: copies }, null), sled, null);
          if (String(memory.hand) !== hand) faults.push([turn, "shuffle not taken back"]);
          Object.assign(unseen, copies);
        }
      }
      return faults;
    """
    assert run(page, "games/snow_tails/simulated-hand", body) == []


# lib/wake-lock.js

WAKE = """
  const held = [];
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
    request: async () => {
      const lock = Object.assign(new EventTarget(), { release: async () => {
        held.splice(held.indexOf(lock), 1);
        lock.dispatchEvent(new Event("release"));
      } });
      held.push(lock);
      return lock;
    },
  } });
  const later = [];
  window.setTimeout = (then, ms) => later.push([then, ms]);
  window.clearTimeout = (n) => n && later.splice(n - 1, 1, [() => {}, 0]);
  const settled = () => new Promise((done) => queueMicrotask(() => queueMicrotask(done)));
  const pass = async () => {
    for (const [then] of later.splice(0)) then();
    await settled();
  };
"""


def test_screen_may_sleep_five_minutes_after_the_race_and_is_kept_awake_in_the_next(
    page: Page,
) -> None:
    body = """
      await m.keepAwake(true);
      const seen = [held.length];
      m.followRace(true);
      seen.push(held.length, later[0][1]);
      await pass();
      seen.push(held.length);
      m.followRace(false);
      await settled();
      return [...seen, held.length];
    """
    assert run(page, "lib/wake-lock", WAKE + body) == [1, 1, 300_000, 0, 1]


def test_race_that_goes_on_after_its_end_keeps_the_screen_awake(page: Page) -> None:
    body = """
      await m.keepAwake(true);
      m.followRace(true);
      m.followRace(false);
      await pass();
      return held.length;
    """
    assert run(page, "lib/wake-lock", WAKE + body) == 1


def test_lock_that_the_phone_refuses_is_requested_again(page: Page) -> None:
    """A phone that saves its battery may give it later."""
    body = """
      const give = navigator.wakeLock.request;
      navigator.wakeLock.request = async () => { throw new Error("low battery"); };
      await m.keepAwake(true);
      const seen = [held.length, later.length];
      navigator.wakeLock.request = give;
      await pass();
      await settled();
      return [...seen, held.length];
    """
    assert run(page, "lib/wake-lock", WAKE + body) == [0, 1, 1]


def test_lock_that_the_phone_took_away_is_requested_again(page: Page) -> None:
    body = """
      await m.keepAwake(true);
      await held[0].release();
      const seen = [held.length];
      await pass();
      seen.push(held.length);
      await m.keepAwake(false);
      seen.push(held.length);
      await pass();
      return [...seen, held.length];
    """
    assert run(page, "lib/wake-lock", WAKE + body) == [0, 1, 0, 0]


# lib/words.js


def test_percentages_are_formatted_by_language(page: Page) -> None:
    page.evaluate("document.documentElement.lang = 'de'")
    assert run(page, "lib/words", "return [m.number(1.5), m.number(3)];") == ["1,5", 3]


def test_right_to_left_name_does_not_reorder_its_neighbours(page: Page) -> None:
    hebrew = "\u05e2\u05d3\u05d4"
    body = f'return ["{hebrew}", "Zoë", "🛷"].map(m.isolated);'
    assert run(page, "lib/words", body) == [f"\u2068{hebrew}\u2069", "Zoë", "🛷"]


# parts/race-draft.js

SNOW_TAILS = """
  const part = await import("/static/games/snow_tails/setup.js");
  const newDraft = (seats) => m.newDraft("snow_tails", part, { seats });
"""


def test_choosing_a_taken_value_swaps_it(page: Page) -> None:
    body = """
      const draft = m.setPlayer(newDraft([1, 3, 5]), 0, "seat", 3);
      return draft.players.map((player) => [player.seat, player.colour, player.place]);
    """
    assert run(page, "parts/race-draft", SNOW_TAILS + body) == [[3, "red", 1], [1, "blue", 2]]


def test_waiting_phones_are_proposed_as_players(page: Page) -> None:
    body = """
      const table = { seats: [1, 2, 3, 4, 5] };
      const draft = (waiting) => m.newDraft("snow_tails", part, table, waiting);
      const seats = (waiting) => draft(waiting).players.map((player) => player.seat);
      return [seats([5, 3, 1]), seats([4]), seats([])];
    """
    assert run(page, "parts/race-draft", SNOW_TAILS + body) == [[1, 3, 5], [1, 4], [1, 2]]


def test_a_seat_keeps_its_own_colour_of_the_table_file(page: Page) -> None:
    body = """
      const table = { seats: [1, 2, 3, 4], colours: ["green", "#112233", "red", "green"] };
      const draft = m.newDraft("snow_tails", part, table, [1, 2, 3, 4]);
      return draft.players.map((player) => player.colour);
    """
    colours = run(page, "parts/race-draft", SNOW_TAILS + body)
    assert colours == ["green", "blue", "red", "yellow"]


def test_every_missing_field_is_named(page: Page) -> None:
    body = """
      const draft = newDraft([1, 2]);
      draft.players[1].name = "ada ";
      draft.players[0].name = "Ada";
      draft.players[0].seat = 4;
      const bad = { ...draft, limits: [], deck: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 } };
      return Object.keys(m.faults(bad, [1, 2], part)).sort();
    """
    assert run(page, "parts/race-draft", SNOW_TAILS + body) == [
        "deck",
        "limits",
        "players.0.seat",
        "players.1.name",
    ]


def test_a_draft_survives_a_round_trip_through_options(page: Page) -> None:
    body = """
      let draft = m.setPlayer(newDraft([1, 2, 3]), 0, "name", "Ada");
      draft = { ...m.setPlayer(draft, 1, "name", "Ben"), flag: "right", dnf_points: 1 };
      const table = { seats: [1, 2, 3] };
      const again = m.fromOptions("snow_tails", part, m.toOptions(draft, part), table);
      return [JSON.stringify(again) === JSON.stringify(draft), m.toOptions(draft, part).deck];
    """
    assert run(page, "parts/race-draft", SNOW_TAILS + body) == [True, 4]


# lib/api.js


def test_a_lost_answer_is_requested_under_the_same_key(page: Page) -> None:
    keys: list[str] = []

    def flaky(route: Route) -> None:
        keys.append(route.request.post_data_json["key"])
        if len(keys) < 3:
            route.abort()
        else:
            route.fulfill(json={"version": 2})

    page.route("**/api/v1/undo", flaky)
    assert run(page, "lib/api", "return (await m.send('/undo', {})).ok") is True
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_a_post_after_an_unsent_one_is_not_sent_late(page: Page) -> None:
    tried: list[str] = []

    def dead(route: Route) -> None:
        tried.append(route.request.post_data_json["button"])
        route.abort()

    page.route("**/api/v1/press", dead)
    body = """
      const posts = ["ok", "left"].map((button) => m.send("/press", { button }));
      return (await Promise.all(posts)).map((answer) => answer.error.key);
    """
    assert run(page, "lib/api", body) == ["ui.not_sent", "ui.not_sent"]
    assert set(tried) == {"ok"}


# lib/event-stream.js

FRAMES = """
  const frames = [];
  window.requestAnimationFrame = (draw) => frames.push(draw);
  window.frame = () => frames.splice(0).forEach((draw) => draw());
"""
"""Script that lets the test decide when a frame is drawn."""

STREAM = """
  window.took = [];
  window.links = [];
  m.follow({ url: () => "/events", event: "state",
    take: (data) => window.took.push(data.version), linked: (is) => window.links.push(is) });
"""


def test_only_the_newest_of_a_flood_of_events_is_drawn(page: Page) -> None:
    flood = "".join(f'event: state\ndata: {{"version": {n}}}\n\n' for n in range(50))
    page.route(
        "**/events",
        lambda route: route.fulfill(
            body="retry: 60000\n\n" + flood, content_type="text/event-stream"
        ),
    )
    run(page, "lib/event-stream", FRAMES + STREAM)
    # Poll by time: by default Playwright polls at each frame, and there are none.
    page.wait_for_function("window.links.length > 50", polling=20)
    assert page.evaluate("window.took") == [0]
    page.evaluate("window.frame()")
    assert page.evaluate("window.took") == [0, 49]
    assert page.evaluate("window.links")[0] is True


def test_a_stream_closed_by_the_browser_is_reopened(page: Page) -> None:
    asked: list[int] = []

    def events(route: Route) -> None:
        asked.append(1)
        if len(asked) < 3:
            route.fulfill(status=503, body="")
        else:
            body = 'retry: 60000\n\nevent: state\ndata: {"version": 1}\n\n'
            route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/events", events)
    run(page, "lib/event-stream", STREAM)
    page.wait_for_function("window.took.length > 0")
    assert page.evaluate("window.links").index(False) == 0


def test_a_refused_stream_says_why_and_waits_until_somebody_returns(page: Page) -> None:
    asked: list[str] = []

    def events(route: Route) -> None:
        asked.append(route.request.url)
        body = 'event: full\ndata: {"error": {"text": "Too many."}}\n\n'
        if len(asked) > 1:
            body = 'retry: 60000\n\nevent: state\ndata: {"version": 1}\n\n'
        route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/events**", events)
    follow = STREAM.replace('"/events"', "`/events?window=${window}`").replace("()", "(window)", 1)
    follow = follow.replace("(is) => window.links.push(is)", "(...is) => globalThis.links.push(is)")
    run(page, "lib/event-stream", follow)
    page.wait_for_function("window.links.some(([, why]) => why)")
    page.wait_for_timeout(6000)  # longer than any connection timeout
    assert page.evaluate("window.links.at(-1)") == [False, "Too many."]
    assert len(asked) == 1
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.wait_for_function("window.took.length > 0")
    assert [True, ""] in page.evaluate("window.links")
    assert asked[0] == asked[1]
    assert len(asked[0].partition("window=")[2]) == 24


# parts/notice-card.js

NOTICE = """
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = "/static/parts/page-layout.css";
  await new Promise((done) => { sheet.onload = done; document.head.append(sheet); });
  const place = document.createElement("div");
  place.id = "toast";
  document.body.append(place);
  const main = document.querySelector("main");
  const button = document.createElement("button");
  const at = () => place.getBoundingClientRect();
  const under = (y) => document.elementFromPoint(innerWidth / 2, y).localName;
  const say = (notice) => m.drawNotice(place, notice, [], () => {});
"""


def test_a_notice_lies_where_it_covers_nothing_that_is_asked_or_typed(page: Page) -> None:
    body = (
        NOTICE
        + """
      main.innerHTML = "<p class=todo-first>Play a card</p><input><p>Log</p>";
      say({ text: "Refused" });
      const below = at().bottom;
      say(null);
      main.innerHTML = "<p>Log</p><input>";
      say({ text: "Refused again" });
      const above = at().top;
      main.querySelector("input").focus();
      return [below === innerHeight, above, at().top > 100];
    """
    )
    assert run(page, "parts/notice-card", body) == [True, 0, True]


def test_the_place_of_a_gone_notice_takes_taps_for_half_a_second(page: Page) -> None:
    body = (
        NOTICE
        + """
      Object.assign(button.style, { position: "fixed", inset: "0", height: "100px" });
      main.append(button);
      say({ text: "Refused" });
      const y = place.firstElementChild.getBoundingClientRect().top + 10;
      say(null);
      const soon = under(y);
      await new Promise((done) => setTimeout(done, 700));
      return [soon, under(y)];
    """
    )
    assert run(page, "parts/notice-card", body) == ["div", "button"]


def test_a_report_does_not_look_like_an_alert(page: Page) -> None:
    body = (
        NOTICE
        + """
      const look = () => [place.querySelector("use").getAttribute("href").split("#")[1],
                          place.firstElementChild.className];
      say({ text: "Refused" });
      const alert = look();
      say({ text: "Taken back", sign: "undo" });
      return [alert, look()];
    """
    )
    assert run(page, "parts/notice-card", body) == [["alert", "toast"], ["undo", "toast reports"]]


# pages/seat/ticks.js

RECORD = """
  let record = null;
  const look = (steps, up, tick = null) => {
    record = m.recorded(record, { turn: "1 2", steps, up });
    if (tick) (up ? record.up : record).done.push(tick);
    return up ? record.up : { steps: record.steps, done: record.done };
  };
"""


def test_steps_that_are_not_ticked_come_first_in_the_next_turn(page: Page) -> None:
    body = (
        RECORD
        + """
      look(["Take 1 dent", "Draw 2 cards"], false, "Take 1 dent");
      const begun = look(["Draw 1 card"], true, "Draw 2 cards");
      return [begun, look([], true), look(["Take 1 dent", "Draw 2 cards"], false)];
    """
    )
    late = {"first": ["Draw 2 cards"], "done": ["Draw 2 cards"]}
    back = {"steps": ["Take 1 dent", "Draw 2 cards"], "done": ["Take 1 dent", "Draw 2 cards"]}
    assert run(page, "pages/seat/ticks", body) == [late, late, back]


def test_first_hand_is_due_at_a_seat_that_is_taken_in_its_first_turn(page: Page) -> None:
    body = """
      const hand = { turn: "1 0", steps: ["Draw 5"], opens: true };
      const taken = m.recorded(null, { ...hand, up: true });
      const sat = m.recorded(null, { ...hand, up: false });
      sat.done.push("Draw 5");
      return [taken.up, m.recorded(sat, { ...hand, up: true }).up];
    """
    due, drawn = {"first": ["Draw 5"], "done": []}, {"first": [], "done": ["Draw 5"]}
    assert run(page, "pages/seat/ticks", body) == [due, drawn]


def test_no_step_is_late_at_a_seat_that_is_up_again(page: Page) -> None:
    body = (
        RECORD + 'look(["Draw 1 card"], false, "Draw 1 card"); return look(["Draw 1 card"], true);'
    )
    assert run(page, "pages/seat/ticks", body) == {"first": [], "done": ["Draw 1 card"]}


# games/snow_tails/sled.js


@pytest.mark.parametrize(
    ("other", "shares"),
    [
        ({"status": "racing", "wait": 2}, True),
        ({"status": "racing", "wait": None}, False),
        ({"status": "finished", "place": None}, True),
        ({"status": "finished", "place": 1}, False),
        ({"status": "eliminated"}, False),
    ],
    ids=str,
)
def test_the_space_past_the_finish_is_asked_only_if_it_can_decide_a_place(
    page: Page, other: dict[str, Any], shares: bool
) -> None:
    seats = [{"seat": 1, "status": "racing", "wait": 0}, {"seat": 3, **other}]
    live = {"state": {"seats": seats}}
    body = "return m.sharesFinish(given, { seat: 1 });"
    assert run(page, "games/snow_tails/sled", body, live) is shares
