"""Several halls on one database and one broker: one ends, the others go on."""

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from postgres import PostgreSQL
from proxy import Proxy
from reports import act, result, state, status
from test_hall_service import Hall, running

from companion.hall.live import TableNow
from companion.hall.payloads import Act, Result
from companion.hall.store.store import HallStore
from tests.evening.service import Phone
from tests.hall.test_hall_store import record
from tests.hall_link.mosquitto import KEEPS, Listener, Mosquitto
from tests.patience import PATIENCE_S, Pace, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.postgresql

ELSEWHERE_S = 2.0
"""Within this time a spectator's page goes on at another hall."""

LINKED = """() => {
  globalThis.breaks = 0;
  new MutationObserver(() => (breaks += Boolean(document.querySelector("#away p"))))
    .observe(document.querySelector("#away"), { childList: true, subtree: true });
}"""
HEARD = """
const Real = globalThis.EventSource;
globalThis.EventSource = class extends Real {
  constructor(...where) {
    super(...where);
    this.addEventListener("hall", ({ lastEventId }) => (globalThis.heard = lastEventId));
  }
};
"""
"""Script that keeps the id of the newest event, which begins with the id of the hall's run."""

MOST_PAGES = 10
RACES, ROUNDS = 30, 3
BOTH = (False, True)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a database of its own."""
    with TemporaryDirectory() as folder:
        server = PostgreSQL(Path(folder))
        server.start()
        yield server.url()
        server.stop()


def reports(backwards: bool) -> list[Act | Result]:
    """The first act and the result of many races, race after race."""
    races = range(RACES, 0, -1) if backwards else range(1, RACES + 1)
    made = (kind(n, race=race) for race in races for n, kind in ((0, act), (1, act), (1, result)))
    return [record(payload) for payload in made]


def test_halls_that_save_the_same_in_other_orders_save_it_once_and_never_wait_in_a_circle(
    database: str, tmp_path: Path
) -> None:
    together = Barrier(len(BOTH), timeout=PATIENCE_S)
    tables = [TableNow(f"t{number}") for number in range(RACES)]

    def save(backwards: bool) -> int:
        new = 0
        with closing(HallStore.open(tmp_path, database)) as store:
            for at in range(ROUNDS):
                together.wait()
                again = [
                    record(act(2 + at, race=one.place.race)) for one in reports(backwards)[::3]
                ]
                new += len(store.add([*reports(backwards), *again], 50.0))
                store.save_tables(tables[::-1] if backwards else tables)
        return new

    with ThreadPoolExecutor(len(BOTH)) as halls:
        new = sum(halls.map(save, BOTH))
    with closing(HallStore.open(tmp_path, database)) as store:
        assert store.count() == ((2 + ROUNDS) * RACES, RACES)
        assert new == (3 + ROUNDS) * RACES


class Evening:
    """A table that reports its acts, and two halls behind a proxy that show them."""

    def __init__(self, folder: Path, database: str, stack: ExitStack):
        broker = stack.enter_context(Mosquitto(folder, KEEPS.format(folder=folder)))
        self.table = stack.enter_context(Listener(broker))
        self.halls = [Hall(folder / name, broker, "--db", database) for name in ("a", "b")]
        for hall in self.halls:
            stack.enter_context(running(hall))
        self.proxy = stack.enter_context(Proxy(folder, *(hall.port for hall in self.halls)))
        self.table.send("sled/club/t1/status", status(store="pair"), retain=True)
        self._n = 0

    def play(self, acts: int) -> None:
        """Report this many further acts."""
        for _ in range(acts):
            self.table.send("sled/club/t1/acts", act(self._n, store="pair"))
            self._n += 1

    def show(self, round: int) -> None:
        """Report a state, which only its round tells from others."""
        shown = {"round": round, "stage": "racing"}
        self.table.send("sled/club/t1/state", state(shown=shown, store="pair"), retain=True)

    def answer(self, director: Phone) -> int:
        """Have the director pause the table, which answers; the status of the director's post."""
        before = len(self.table.on("/commands"))
        with ThreadPoolExecutor(1) as phone:
            given = phone.submit(director.post, "/tables/t1/commands", do="pause", on=True)
            until(lambda: len(self.table.on("/commands")) > before)
            id = self.table.on("/commands")[before]["id"]
            self.table.send("sled/club/t1/answers", {"v": 1, "id": id, "ok": True})
            return given.result().status


def shows(pages: list["Page"], round: int) -> None:
    for page in pages:
        page.get_by_text(f"Round {round}").wait_for()


def opened(chromium: "Browser", url: str, stack: ExitStack) -> "Page":
    """A page of all tables, whose stream has begun."""
    page = chromium.new_page()
    stack.callback(page.close)
    page.set_default_timeout(PATIENCE_S * 1000)
    page.add_init_script(HEARD)
    page.goto(f"{url}/?lang=en")
    page.wait_for_function("() => globalThis.heard")
    return page


def run_of(page: "Page") -> str:
    """The id of the run of the hall from which a page was told last."""
    heard: str = page.evaluate("heard")
    return heard.partition(".")[0]


@pytest.mark.browser
@pytest.mark.mosquitto
@pytest.mark.haproxy
def test_of_two_halls_one_is_killed_and_spectators_director_and_results_go_on(
    chromium: "Browser", database: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        evening = Evening(tmp_path, database, stack)
        dying, staying = evening.halls
        its = run_of(opened(chromium, dying.url, stack))
        pages = [opened(chromium, evening.proxy.url, stack)]
        while len({run_of(page) for page in pages}) == 1:  # one at least at each hall
            assert len(pages) < MOST_PAGES
            pages.append(opened(chromium, evening.proxy.url, stack))
        there = [run_of(page) == its for page in pages]
        evening.show(1)
        shows(pages, 1)
        for page in pages:
            page.evaluate(LINKED)
        director = dying.enter()
        assert evening.answer(director) == 200
        evening.play(20)
        with Pace() as pace:
            dying.kill()
            evening.show(2)
            shows(pages, 2)
        assert [page.evaluate("breaks > 0") for page in pages] == there
        assert pace.took_s <= pace.allows(ELSEWHERE_S)
        evening.play(20)
        director.service = staying
        assert evening.answer(director) == 200
        dying.start()
        assert staying.process
        staying.process.send_signal(signal.SIGSTOP)  # it hangs, with its connections open
        evening.play(20)
        evening.table.send("sled/club/t1/results", result(59, store="pair"))
        evening.show(3)
        shows(pages, 3)
        staying.kill()
        store = stack.enter_context(closing(HallStore.open(tmp_path, database)))
        until(lambda: "pair" in [one.place.store for one in store.results()])
        assert [one.place.n for one in store.acts("pair", 7)] == list(range(60))
