"""The card for guests: its QR codes, read back from the picture, and its texts."""

import io
import re
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest
from segno import QRCode

from companion.__main__ import parse
from companion.cli import card as cards
from companion.cli.card import MARGIN, Card, codes, svg, text
from companion.doctor.machine import Machine
from companion.errors import Refused, StoreError
from companion.store.store import Store, waited
from companion.system.hotspot import ADDRESS

GUEST = Card("http://10.42.0.1", "0427", ("Kitchen; 5 dogs", "husky:2026"))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with closing(Store.open(tmp_path / "data")) as store:
        waited(lambda then: store.set("pin", "0427", then))
    return tmp_path / "data"


def run(data: Path, *words: str) -> tuple[str, str]:
    args = parse(["card", "--data", str(data), *words])
    args.lang = "en"
    out, err = io.StringIO(), io.StringIO()
    assert cards.card(args, out, err, Machine(data, {"PATH": str(data)})) == 0
    return out.getvalue(), err.getvalue()


def modules(path: str) -> set[tuple[int, int]]:
    """The dark modules of a drawn code."""
    return {(int(x) - MARGIN, int(y) - MARGIN) for x, y in re.findall(r"M(\d+) (\d+)h", path)}


def dark(code: QRCode) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(code.matrix) for x, bit in enumerate(row) if bit}


def test_the_picture_contains_exactly_the_codes() -> None:
    picture = ElementTree.fromstring(svg(GUEST, "en"))
    drawn = [modules(path.attrib["d"]) for path in picture.iter(f"{SVG}path")]
    assert drawn == [dark(code) for _, code in codes(GUEST)]


def test_the_picture_has_all_texts() -> None:
    picture = ElementTree.fromstring(svg(GUEST, "en"))
    words = " ".join(line.text or "" for line in picture.iter(f"{SVG}text"))
    for told in ("Kitchen; 5 dogs", "husky:2026", "http://10.42.0.1", "0427"):
        assert told in words


def test_without_a_hotspot_there_is_no_wifi_code() -> None:
    at_home = GUEST._replace(wifi=None)
    assert [key for key, _ in codes(at_home)] == ["guest_card.address"]
    assert "Wi-Fi" not in text(at_home, "en")


def test_an_open_network_needs_no_password() -> None:
    assert [key for key, _ in codes(GUEST._replace(wifi=("Open", "")))] == [
        "guest_card.open_wifi",
        "guest_card.address",
    ]


def test_the_terminal_shows_codes_and_pin(data: Path) -> None:
    out, _ = run(data, "--wifi", "Home", "--password", "husky2026", "--address", "http://a.local")
    assert "PIN: 0427" in out
    assert "http://a.local\n" in out
    assert sum(line.count("█") > 4 for line in out.splitlines()) > 10


def test_the_address_names_no_port_80(data: Path) -> None:
    assert re.search(r"^http://[\d.]+\n", run(data, "--port", "80")[0], re.M)
    assert re.search(r"^http://[\d.]+:8190\n", run(data, "--port", "8190")[0], re.M)


def test_a_picture_is_written(data: Path, tmp_path: Path) -> None:
    _, said = run(data, "--svg", str(tmp_path / "card.svg"))
    assert "card.svg" in said
    assert "0427" in (tmp_path / "card.svg").read_text()
    with pytest.raises(StoreError):
        run(data, "--svg", str(tmp_path))


def test_a_table_that_never_ran_has_no_pin(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"guest_card\.no_pin"):
        run(tmp_path)


def test_picture_says_to_stay_connected_only_with_the_hotspot() -> None:
    stay = "says that this network has no internet, stay connected."
    assert stay in svg(GUEST, "en")
    assert stay not in svg(GUEST._replace(wifi=None), "en")


def test_join_page_uses_the_address_of_the_hotspot() -> None:
    page = Path("web/static/pages/join.js").read_text(encoding="utf-8")
    assert f"HOTSPOT = /\\/{re.escape(ADDRESS)}(" in page
