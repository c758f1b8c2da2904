"""Speed on a slow phone: bytes, requests, time until usable, time per change, layout shifts.

Times depend on the machine, which may be busy. So each time is measured several times, and one that
keeps the claim is enough. If none does, the claim is scaled by the measured cost of a minimal page,
which shows how busy the machine is. `make speed` prints all figures.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.evening.service import Service
from tests.patience import LEEWAY
from tests.web.site import Act, Device, turn, whole_turn

pytestmark = pytest.mark.browser

MOST_BYTES = 100 * 1024
PAGES = ("/", "/seat/1", "/join")

SLOWER = 4
RTT_MS = 150
DOWN = 1_600_000 // 8
UP = 750_000 // 8
"""A 3G-like network, in bytes per second, like Lighthouse's slow network."""

USABLE_MS = 1000
DRAWN_MS = 50
TRIES = 5

BARE_MS = 340.0
"""Milliseconds for two sequential requests of such a phone on an idle machine: the minimum for a
page with a script.
"""

WORK_MS = 40.0
"""Milliseconds that its processor needs for the work in `WATCH` on an idle machine."""

FRAME_MS = 17.0
"""Longest wait for the next frame on an idle machine, in milliseconds."""

HARDLY = 0.0005
"""Negligible layout shift. The score is the moved part of the screen times the distance (0 to 1);
this is a few pixels at the lower edge.
"""

WATCH = """
  window.seen = { drawn: [], jumps: [], waiting: [] };
  seen.usable = new Promise((usable) => (seen.use = usable));
  seen.more = (before) => new Promise((drawn) => {
    if (seen.drawn.length > before) drawn();
    else seen.waiting.push(drawn);
  });
  const Plain = EventSource;
  window.EventSource = class extends Plain {
    constructor(address) {
      super(address);
      this.addEventListener("state", () => {
        const came = performance.now();
        requestAnimationFrame(() => {
          const painted = new MessageChannel(); // its turn comes when the frame is on the screen
          painted.port1.onmessage = () => {
            seen.drawn.push(performance.now() - came);
            for (const drawn of seen.waiting.splice(0)) drawn();
          };
          painted.port2.postMessage(0);
        });
      });
    }
  };
  new MutationObserver((_, watching) => {
    const page = document.querySelector("#page");
    if (!page?.firstElementChild || page.querySelector(".loading")) return;
    seen.use(performance.now());
    watching.disconnect();
  }).observe(document, { childList: true, subtree: true });
  if (location.pathname === "/api/v1/health") {
    const next = fetch("/static/favicon.svg", { cache: "no-store" });
    const work = (came) => {
      const list = Array.from({ length: 20000 }, (_, n) => `${(n * 7919) % 20011}`);
      seen.worked = list.sort().join("").length && performance.now() - came;
      return came;
    };
    seen.bare = next.then((answer) => answer.text()).then(() => work(performance.now()));
  }
  seen.frame = () => new Promise((shown) => {
    const began = performance.now();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => shown(performance.now() - began);
      painted.port2.postMessage(0);
    });
  });
  seen.icons = new Promise((came) => {
    new PerformanceObserver((list) => {
      if (list.getEntries().some((entry) => entry.name.includes("/icons.svg"))) came();
    }).observe({ type: "resource", buffered: true });
  });
  new PerformanceObserver((list) => {
    for (const jump of list.getEntries()) {
      const names = jump.sources.map((source) => source.node?.className ?? source.node?.nodeName);
      seen.jumps.push([jump.value, jump.hadRecentInput, names]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""


class Traffic:
    """The network traffic of a page, per visit, as sent with heads and bodies."""

    def __init__(self, page: Page):
        self.visit = 0
        self._of: dict[str, tuple[int, str]] = {}
        self._sizes: dict[str, int] = {}
        self._kept: set[str] = set()
        self.session = page.context.new_cdp_session(page)
        self.session.on("Network.requestWillBeSent", self._asks)
        self.session.on("Network.responseReceived", self._head)
        self.session.on("Network.dataReceived", self._body)
        self.session.on("Network.requestServedFromCache", self._at_hand)
        self.session.send("Network.enable")

    def requests(self, visit: int) -> list[str]:
        """The requests of a visit."""
        return [url for name, (of, url) in self._of.items() if of == visit and self._came(name)]

    def bytes(self, visit: int) -> int:
        """The bytes received in a visit."""
        return sum(
            self._sizes.get(name, 0)
            for name, (of, _) in self._of.items()
            if of == visit and self._came(name)
        )

    def _came(self, name: str) -> bool:
        """Whether a response came from the network, not from the cache."""
        return name in self._sizes and name not in self._kept

    def _asks(self, event: Any) -> None:
        self._of[event["requestId"]] = (self.visit, event["request"]["url"])

    def _head(self, event: Any) -> None:
        if event["response"].get("fromDiskCache") or event["response"]["url"].startswith("data:"):
            self._at_hand(event)
        self._add(event["requestId"], event["response"]["encodedDataLength"])

    def _body(self, event: Any) -> None:
        self._add(event["requestId"], event["encodedDataLength"])

    def _at_hand(self, event: Any) -> None:
        self._kept.add(event["requestId"])

    def _add(self, name: str, size: float) -> None:
        self._sizes[name] = self._sizes.get(name, 0) + int(size)


@pytest.fixture
def played(phone: Device) -> Device:
    """The host of a started race."""
    phone.begin()
    return phone


@contextmanager
def newcomer(service: Service, browser: Browser) -> Iterator[Page]:
    """A new phone with an empty cache."""
    context = browser.new_context(
        base_url=service.url, viewport={"width": 360, "height": 640}, locale="en-GB"
    )
    context.add_init_script(WATCH)
    yield context.new_page()
    context.close()


@pytest.fixture
def fresh(played: Device, table: Service, browser: Browser) -> Iterator[Page]:
    """A page of a new phone, during a race."""
    with newcomer(table, browser) as page:
        yield page


def use(page: Page, path: str) -> float:
    """Open a page and wait until it is usable; returns the milliseconds."""
    page.goto(path, wait_until="commit")
    took = float(page.evaluate("seen.usable"))
    page.wait_for_load_state("load")
    page.evaluate("seen.icons")
    return took


def see(page: Page, played: Device, acts: Iterable[Act]) -> None:
    """Post acts, and wait until the page shows each."""
    for act in acts:
        before = page.evaluate("seen.drawn.length")
        assert played.post("/acts", act=act).ok
        page.evaluate("(before) => seen.more(before)", before)


@pytest.mark.parametrize("path", PAGES)
def test_the_first_page_is_small_and_a_second_visit_uses_the_cache(fresh: Page, path: str) -> None:
    traffic = Traffic(fresh)
    for traffic.visit in (1, 2):
        use(fresh, path)
    first, again = (len(traffic.requests(visit)) for visit in (1, 2))
    print(f"\n{path}: {traffic.bytes(1)} bytes by {first} requests", end="; ")
    print(f"at the second visit {traffic.bytes(2)} by {again}")
    assert traffic.bytes(1) <= MOST_BYTES
    old = [url for url in traffic.requests(2) if "/static/" in url or "/words" in url]
    assert old == []


def slow(page: Page) -> None:
    """Throttle processor and network."""
    session = Traffic(page).session
    network = {"offline": False, "latency": RTT_MS}
    speed = {"downloadThroughput": DOWN, "uploadThroughput": UP}
    session.send("Network.emulateNetworkConditions", {**network, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("path", PAGES)
def test_a_slow_phone_on_a_slow_network_can_use_the_page_within_a_second(
    table: Service, browser: Browser, path: str
) -> None:
    took: list[float] = []
    again: list[float] = []
    bare: list[float] = []
    worked: list[float] = []
    while len(took) < TRIES and not (took and min(took) <= USABLE_MS and min(again) <= min(took)):
        with newcomer(table, browser) as page:
            slow(page)
            page.goto("/api/v1/health", wait_until="commit")
            bare.append(page.evaluate("seen.bare"))
            worked.append(page.evaluate("seen.worked"))
            took.append(use(page, path))
            again.append(use(page, path))
    print(f"\n{path}: usable after {told(took)} ms (what must be: {told(bare)})", end="; ")
    print(f"at the second visit after {told(again)}; work {told(worked)}")
    busy = busier(min(bare) / BARE_MS, min(worked) / WORK_MS)
    assert min(took) <= USABLE_MS * busy
    assert min(again) <= min(took) * busy


def busier(*slower: float) -> float:
    """The factor for claims on a busy machine: measured minimum over idle minimum."""
    return 1 + LEEWAY * max(0.0, max(slower) - 1)


def told(times: list[float]) -> str:
    return ", ".join(f"{ms:.0f}" for ms in times)


def test_every_change_is_drawn_within_50_ms_of_its_event(fresh: Page, played: Device) -> None:
    use(fresh, "/seat/1")
    drawn: list[float] = []
    frames: list[float] = []
    for _ in range(TRIES):
        fresh.evaluate("seen.drawn.length = 0")
        see(fresh, played, [*turn(1, 1), *turn(1, 2), *turn(1, 4), *turn(1, 3, "brake")])
        drawn = fresh.evaluate("seen.drawn")
        frames = [fresh.evaluate("seen.frame()") for _ in drawn]
        played.post("/undo", to=0)
        print(f"\ndrawn after {told(sorted(drawn))} ms; frames {told(sorted(frames))}")
        if median(drawn) <= DRAWN_MS:
            break
    assert median(drawn) <= DRAWN_MS * busier(median(frames) / FRAME_MS)


@pytest.mark.parametrize("path", ["/", "/seat/1", "/seat/3"])
def test_nothing_shifts_while_turns_are_played(fresh: Page, played: Device, path: str) -> None:
    """Up to the end of the round, when the lanes are reordered."""
    use(fresh, path)
    fresh.evaluate("seen.jumps.length = 0")
    see(fresh, played, [*whole_turn(1, 4, "left", "right"), *whole_turn(3, 5, "left", "brake")])
    jumps = [jump for jump in fresh.evaluate("seen.jumps") if jump[0] > HARDLY]
    assert jumps == []
