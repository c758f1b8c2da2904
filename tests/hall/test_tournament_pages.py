"""A tournament from entry to podium in a browser, with a real broker, hall and tables."""

import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import TimeoutError, expect
from reports import status
from test_hall_service import Hall, running

from companion.bench.players import Party
from companion.games import GAMES
from tests.evening.service import Phone, Service
from tests.hall_link.mosquitto import KEEPS, Listener, Mosquitto
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

expect.set_options(timeout=PATIENCE_S * 1000)

pytestmark = [pytest.mark.browser, pytest.mark.mosquitto]

TOML = """
[table]
name = "Table {name}"
[hall]
broker = "mqtt://127.0.0.1:{port}"
hall = "club"
table = "{name}"
names = true
"""


class Table(Service):
    """A real table in the hall, and the phone of its players."""

    def __init__(self, folder: Path, broker: Mosquitto, name: str):
        self.name = name
        file = folder / f"{name}.toml"
        file.write_text(TOML.format(name=name, port=broker.port))
        super().__init__(folder / name, "--simulate", "--table", str(file))

    def sit_down(self) -> None:
        """The players' phone: the first at the table, and so its host."""
        self.phone = Phone(self)

    def race(self) -> dict[str, Any]:
        """The race on the table."""
        race: dict[str, Any] = self.phone.get("/state")["race"]
        return race

    def act(self, **act: Any) -> None:
        """An act of the race."""
        assert self.phone.act(act).status == 200

    def begin_anew(self) -> None:
        """The players put the same race on the table again, in place of the prepared one."""
        race = self.race()
        new = {"game": race["game"], "options": race["options"], "replace": race["id"]}
        assert self.phone.post("/races", **new).status == 200

    def finish(self) -> None:
        """The shortest race: a first tap, the last seat retires, and the rest end as they stand."""
        self.act(act="tap", seat=1, card={"value": 2})
        self.act(act="retire", seat=len(self.race()["options"]["seats"]))
        self.act(act="end")

    def play(self) -> None:
        """A whole race, with the mistakes that players make."""
        race = self.race()
        party = Party(GAMES[race["game"]], race["options"], Random(race["id"]))
        for turn in iter(party.go_on, ()):
            for act in turn:
                self.act(**act)

    def placed(self) -> list[str]:
        """The players in the order in which they finished, then those who did not."""
        out = [seat["name"] for seat in self.seats() if seat["place"] is None]
        return [*self.finished(), *out]

    def finished(self) -> list[str]:
        """The players who have a place, in its order."""
        seats = [seat for seat in self.seats() if seat["place"] is not None]
        return [seat["name"] for seat in sorted(seats, key=lambda seat: seat["place"])]

    def seats(self) -> list[dict[str, Any]]:
        """The seats of the race as it stands."""
        seats: list[dict[str, Any]] = self.phone.get("/state")["state"]["seats"]
        return seats


class Director:
    """The director's page, by taps."""

    def __init__(self, chromium: "Browser", hall: Hall, width: int):
        self.page = chromium.new_page(viewport={"width": width, "height": 844})
        self.page.set_default_timeout(PATIENCE_S * 1000)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.goto(f"{hall.url}/director?lang=en")
        self.page.get_by_label("PIN").fill(hall.pin)
        self.tap("Enter")
        self.page.get_by_role("link", name="Tournaments").click()

    def tap(self, name: str, at: str = "") -> None:
        """A button: on the page, or of a race or part."""
        place = self.race(at) if at else self.page
        place.get_by_role("button", name=name, exact=True).first.click()

    def fill(self, **fields: str) -> None:
        """Fields by their labels, with _ for spaces."""
        for label, value in fields.items():
            self.page.get_by_label(label.replace("_", " ")).first.fill(value)

    def says(self, text: str) -> None:
        """Wait until the page says this."""
        self.page.get_by_text(text).first.wait_for()

    def race(self, name: str) -> Any:
        """The card of a race."""
        return self.page.get_by_role("article", name=name, exact=True)

    def open(self, name: str, at: str = "") -> None:
        """Open a folded part."""
        place = self.race(at) if at else self.page
        place.locator("summary", has_text=name).first.click()

    def begin(self, **fields: str) -> str:
        """A new tournament; returns its address."""
        self.fill(**fields)
        self.tap("Begin the tournament")
        self.page.wait_for_url("**/director")
        return self.page.url.removesuffix("/director")

    def result(self, race: str) -> None:
        """Wait until a race has its result."""
        self.race(race).get_by_text("Result", exact=True).wait_for()

    def card(self, table: str) -> "Locator":
        """The card of the newest race at a table."""
        cards = self.page.locator(".race", has=self.page.get_by_text(f"Table {table}", exact=True))
        return cards.first

    def has_results(self, tables: Iterable[Table]) -> None:
        """Wait for the result of each table's race: as it is there."""
        for table in tables:
            self.card(table.name).get_by_text("Result", exact=True).wait_for()
            names = self.card(table.name).locator(".hall-name")
            expect(names).to_have_text(table.placed())

    def prepare(self, count: int) -> None:
        """The next races on their tables in one tap, and in further ones for tables that answer
        too late on a busy machine.
        """
        self.says(f"Prepare {count} on the tables")
        button = self.page.get_by_role("button", name=re.compile(r"^Prepare \d+ on the tables$"))
        while self.page.locator(".race.is-waiting").count():
            with suppress(TimeoutError):
                button.click(timeout=1000)
            self.page.wait_for_function(ANSWERED)

    def fits(self) -> None:
        """The page is no wider than its screen."""
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= (self.page.viewport_size or {})["width"]


class Evening:
    """A broker, a hall and its tables."""

    def __init__(self, folder: Path, names: str):
        self.folder = folder
        self.broker = Mosquitto(folder, KEEPS.format(folder=folder))
        self.hall = Hall(folder / "hall", self.broker, "--simulated")
        self.tables = {name: Table(folder, self.broker, name) for name in names}

    def all(self, does: Callable[[Table], None], names: str = "") -> None:
        """These tables do something, all at once."""
        with ThreadPoolExecutor(len(self.tables)) as pool:
            list(pool.map(does, [self.tables[name] for name in names or self.tables]))


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """As many tables as the test's parameter names."""
    evening = Evening(tmp_path, request.param)
    with evening.broker, running(evening.hall), ExitStack() as ends:
        for table in evening.tables.values():
            ends.enter_context(running(table))
            table.sit_down()
        yield evening


def player(chromium: "Browser", address: str, name: str) -> "Page":
    """A player's phone, which has entered by the QR code's link."""
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    page.set_default_timeout(PATIENCE_S * 1000)
    page.goto(f"{address}/players?lang=en")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the tournament").click()
    page.get_by_text("You are in.").wait_for()
    return page


def ranked(page: "Page") -> "Locator":
    """The standings' names, the best first."""
    return page.locator(".standings tbody th bdi")


CSV = {"name": "club.csv", "mimeType": "text/csv", "buffer": b'Name;Club\nBen;N\n\n"Cleo\nD";M\n'}


def enter_all(director: Director, chromium: "Browser", address: str) -> "Page":
    """Seven players: by link, by name, from a CSV file, from a list."""
    phone = player(chromium, address, "Zoë")
    director.fill(Name_of_a_player="<b>Ada</b>")
    director.tap("Enter")
    director.says("Players: 2")
    files: Any = [CSV]
    director.page.get_by_label("CSV file", exact=True).set_input_files(files)
    director.tap("Enter them all")
    director.says("Players: 4")
    director.fill(Many_names="Eva\nFinn\nGro")
    director.tap("Enter them all")
    director.says("Players: 7")
    director.fits()
    return phone


@pytest.mark.parametrize("evening", ["AB"], indirect=True)
def test_a_small_tournament_from_entry_to_podium(chromium: "Browser", evening: Evening) -> None:
    """With a no-show, a table that fails, a wrong result taken back, a race that its players have
    changed, and a final.
    """
    director = Director(chromium, evening.hall, 390)
    address = director.begin(Name_of_the_tournament="<i>Cup</i>", Rounds_before_the_finals="1")
    director.tap("Open all 2 connected tables")
    director.says("Tables: 2")
    phone = enter_all(director, chromium, address)
    director.tap("Draw round 1")
    absent = director.race("Race 2").locator("bdi").last.inner_text()
    director.open("More", "Race 2")
    director.tap(f"Not there: {absent}", "Race 2")
    director.says(f"Not there: {absent}")
    director.prepare(2)
    calling = "You are in." if absent == "Zoë" else "Go to your table now."
    phone.get_by_text(calling).wait_for()
    director.fits()
    evening.tables["A"].finish()
    director.result("Race 1")
    director.open("Tables")
    director.tap("Table B has failed: close it")
    director.race("Race 2").get_by_text("Table A").wait_for()
    director.prepare(1)
    evening.tables["A"].finish()
    director.result("Race 2")
    standing = ranked(director.page).all_inner_texts()
    winner = director.race("Race 1").locator("bdi").nth(1).inner_text()
    director.open("More", "Race 1")
    director.race("Race 1").get_by_label(winner).select_option("did not finish")
    director.tap("Enter the result", "Race 1")
    director.says("The places of race 1 have a gap.")
    seated = director.race("Race 1").locator("select")
    for at in range(seated.count()):
        seated.nth(at).select_option("did not finish")
    director.tap("Enter the result", "Race 1")
    director.says("Race 1 has its result.")
    expect(ranked(director.page)).not_to_have_text(standing)
    director.tap("Take back: Race 1 has its result.")
    director.says("Taken back: the result of a race.")
    expect(ranked(director.page)).to_have_text(standing)
    director.tap("Draw the finals")
    director.prepare(1)
    expect(director.race("Final 1").locator(".hall-name")).to_have_text(standing[:4])
    evening.tables["A"].begin_anew()
    evening.tables["A"].finish()
    director.tap("Take that race", "Final 1")
    director.tap("End the tournament")
    for page in (director.page, phone):
        page.get_by_role("heading", name="Podium").wait_for()
        expect(page.locator(".winners bdi")).to_have_text(standing[:3])
    for lang in ("de", "fr"):
        director.page.goto(f"{address}?lang={lang}")
        director.page.get_by_text("<i>Cup</i>").first.wait_for()
        director.fits()
    director.page.close()
    phone.close()
    assert director.faults == []


ANSWERED = """() => !document.querySelector(".race.is-waiting")
  || document.querySelector(".next [role=status]")?.textContent !== "One moment …"
"""
"""Every race stands ready, or the page says how many do."""

UNFOLD = "document.querySelectorAll('details').forEach((part) => (part.open = true))"


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Hall]:
    """A hall with two tables that are there and do nothing, and one that is not."""
    with Mosquitto(tmp_path) as broker, Listener(broker) as tables:
        for name, online in (("t1", True), ("t2", True), ("t3", False)):
            title = {"table": f"Table {name}"} if online else {}
            tables.send(f"sled/club/{name}/status", status(online, **title), retain=True)
        hall = Hall(tmp_path / "hall", broker)
        with running(hall):
            yield hall


def test_the_director_changes_a_round_by_hand(chromium: "Browser", quiet: Hall) -> None:
    """Tables that do not answer, a move, a swap, a late-comer, a race again, leaving and coming
    back, own entry, redo."""
    director = Director(chromium, quiet, 360)
    director.page.get_by_label("Game").select_option("husky")
    address = director.begin(Name_of_the_tournament="Cup", Players_at_a_table="3")
    director.tap("Open all 2 connected tables")
    director.fill(Many_names="Ada\nBen\nCleo\nDag\nEva\nFinn")
    director.tap("Enter them all")
    director.says("Players: 6")
    director.tap("Draw round 1")
    one, two = director.race("Race 1"), director.race("Race 2")
    director.tap("Prepare 2 on the tables")
    director.says("Ready: 0 of 2.")
    one.get_by_text("has not answered").wait_for()
    director.open("More", "Race 1")
    one.get_by_label("Move to").select_option("Table t2")
    two.get_by_text("Table t1", exact=True).wait_for()
    expect(director.page.get_by_text("has not answered")).to_have_count(0)
    seated = one.locator(".hall-name").all_inner_texts()
    director.open("Players")
    director.page.get_by_label("Change places before the race").first.select_option(seated[0])
    director.page.get_by_label("Change places before the race").last.select_option(seated[1])
    director.tap("Swap")
    seated[:2] = seated[1], seated[0]
    expect(one.locator(".hall-name")).to_have_text(seated)
    director.fill(Name_of_a_player="Late")
    director.tap("Enter")
    director.says("Players: 7")
    one.get_by_label("Add a late-comer").select_option("Late")
    expect(one.locator(".hall-name")).to_have_text([*seated, "Late"])
    director.tap("It races without the companion", "Race 1")
    one.get_by_text("Racing", exact=True).wait_for()
    for place, name in enumerate([*seated, "Late"], 1):
        one.get_by_label(name).select_option(f"Place {place}")
    director.tap("Enter the result", "Race 1")
    director.result("Race 1")
    director.tap("Race again", "Race 1")
    one.get_by_text("Waiting", exact=True).wait_for()
    director.tap("Take back: Race 1 is driven again. Its old result no longer counts.")
    director.result("Race 1")
    director.tap("Do again: Race 1 is driven again. Its old result no longer counts.")
    one.get_by_text("Waiting", exact=True).wait_for()
    director.tap("Late leaves")
    expect(one.locator(".hall-name")).to_have_text(seated)
    director.tap("Late is back")
    director.says("Players: 7")
    director.page.get_by_role("button", name="own entry").click()
    director.says("Players can no longer enter themselves.")
    director.fits()
    director.page.goto(f"{address}/players?lang=en")
    director.says("New names are entered by the director.")
    for lang in ("de", "fr"):
        director.page.goto(f"{address}/director?lang={lang}")
        director.page.locator("summary").first.wait_for()
        director.page.evaluate(UNFOLD)
        director.fits()
    director.page.close()
    assert director.faults == []


NAMES = [f"Player {n}" for n in range(1, 25)]
SIX = "ABCDEF"


def begin_24(chromium: "Browser", evening: Evening) -> Director:
    """24 players at six tables, two rounds and two finals."""
    director = Director(chromium, evening.hall, 820)
    plan = {"Rounds_before_the_finals": "2", "Finals_(0:_none)": "2"}
    director.begin(Name_of_the_tournament="Cup", **plan)
    director.tap("Open all 6 connected tables")
    director.fill(Many_names="\n".join(NAMES))
    director.tap("Enter them all")
    director.says("Players: 24")
    return director


@pytest.mark.long
@pytest.mark.parametrize("evening", [SIX], indirect=True)
def test_24_players_over_6_tables_from_entry_to_podium(
    chromium: "Browser", evening: Evening
) -> None:
    """Whole races, driven at all tables at once."""
    director = begin_24(chromium, evening)
    for number in (1, 2):
        director.tap(f"Draw round {number}")
        director.prepare(6)
        evening.all(Table.play)
        director.has_results(evening.tables.values())
    best = ranked(director.page).all_inner_texts()
    assert sorted(best) == sorted(NAMES)
    director.tap("Draw the finals")
    director.prepare(2)
    expect(director.race("Final 1").locator(".hall-name")).to_have_text(best[:4])
    evening.all(Table.play, "AB")
    director.has_results([evening.tables["A"], evening.tables["B"]])
    director.tap("End the tournament")
    director.page.get_by_role("heading", name="Podium").wait_for()
    last = ranked(director.page).all_inner_texts()
    for at, name in ((0, "A"), (4, "B")):
        table = evening.tables[name]
        assert sorted(last[at : at + 4]) == sorted(table.placed())
        assert last[at : at + len(table.finished())] == table.finished()
    assert last[8:] == best[8:]
    assert director.faults == []


@pytest.mark.long
@pytest.mark.parametrize("evening", [SIX], indirect=True)
def test_a_dead_table_a_dead_broker_and_a_dead_hall_cost_no_result(
    chromium: "Browser", evening: Evening
) -> None:
    """The hall dies while races run, the broker until they are over, a table for good."""
    director = begin_24(chromium, evening)
    director.tap("Draw round 1")
    director.prepare(6)
    evening.all(lambda table: table.act(act="tap", seat=1, card={"value": 2}))
    director.says("Racing: 6")
    evening.hall.kill()
    evening.all(Table.finish, "ABC")
    evening.broker.kill()
    evening.all(Table.finish, "DE")
    evening.tables["F"].kill()
    evening.broker.start()
    evening.hall.start()
    director.has_results(evening.tables[name] for name in "ABCDE")
    director.says("Racing: 1")
    director.open("Tables")
    director.tap("Table F has failed: close it")
    director.race("Race 6").get_by_text("Table A", exact=True).wait_for()
    director.prepare(1)
    evening.tables["A"].finish()
    director.race("Race 6").get_by_text("Result", exact=True).wait_for()
    expect(director.race("Race 6").locator(".hall-name")).to_have_text(evening.tables["A"].placed())
    director.tap("Draw round 2")
    director.prepare(5)
    assert director.faults == []
