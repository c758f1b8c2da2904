"""https beside http: what is served where, and that a PIN never crosses a network in clear."""

import json
import re
import ssl
import stat
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
import segno
from test_hall_service import Hall, running

from companion.__main__ import main
from companion.config import Hall as Place
from companion.hall.keeper import Keeper
from companion.hall.live import Live
from companion.hall.pages.app import create_hall_app
from companion.hall.pages.web import HallWeb
from companion.hall.preparing import Preparing
from companion.hall.receiver import Receiver
from companion.hall.store.store import HallStore
from companion.hall.tournaments import Tournaments
from companion.server.certificate import Authority
from companion.server.https import HttpsAccess
from tests.evening.service import request
from tests.hall_link.mosquitto import Mosquitto
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.openssl

HTTP, HTTPS = "http://192.168.1.5:8100", "https://192.168.1.5:8444"
AWAY, HERE = "192.168.1.7", "127.0.0.1"
PIN = "123456"


@pytest.fixture
def web(tmp_path: Path) -> Iterator[HallWeb]:
    """A hall with https, whose broker is never tried."""
    live, store = Live({}), HallStore.open(tmp_path)
    tournaments = Tournaments(store)
    tournaments.refresh()
    receiver = Receiver(Place("127.0.0.1", 1, False, "club", ""), "id", live, lambda saved: None)
    ca = Authority(tmp_path / "tls", "hall").file
    yield HallWeb(
        name="club", live=live, receiver=receiver, keeper=Keeper(store, live), store=store,
        tournaments=tournaments, preparing=Preparing(tournaments, live, receiver),
        secret=b"s" * 32, pin=PIN, boot="b", address=HTTP, https=HttpsAccess(8444, ca),
    )  # fmt: skip
    receiver.stop()
    store.close()


class Browser:
    """A browser at this address, without the server between it and the pages."""

    def __init__(self, web: HallWeb, address: str):
        self._client = create_hall_app(web).test_client()
        self.address = address

    def get(self, base: str, path: str, **more: Any) -> Any:
        return self._client.get(path, **self._to(base), **more)

    def post(self, base: str, path: str, **body: Any) -> Any:
        origin = {"Origin": base}
        return self._client.post(f"/api/v1{path}", json=body, headers=origin, **self._to(base))

    def _to(self, base: str) -> dict[str, Any]:
        return {"base_url": base, "environ_overrides": {"REMOTE_ADDR": self.address}}

    def enter(self, base: str) -> Any:
        """Open a page, which gives the token, and send the PIN."""
        assert self.get(base, "/").status_code == 200
        return self.post(base, "/director", pin=PIN)


def test_a_pin_from_elsewhere_is_taken_only_by_https(web: HallWeb) -> None:
    away = Browser(web, AWAY)
    refused = away.enter(HTTP)
    assert refused.status_code == 403
    assert refused.json["error"]["key"] == "hall.only_https"
    assert f"{HTTPS}/director" in refused.json["error"]["text"]
    assert away.enter(HTTPS).status_code == 200
    assert away.get(HTTPS, "/api/v1/stream?director").status_code == 200
    assert Browser(web, HERE).enter(HTTP).status_code == 200
    assert Browser(web, "::ffff:127.0.0.1").enter(HTTP).status_code == 200


def test_who_entered_nearby_is_a_spectator_over_the_network(web: HallWeb) -> None:
    """Browsers keep the tokens apart; the hall does not take one for the other, either."""
    here = Browser(web, HERE)
    assert here.enter(HTTP).status_code == 200
    assert here.get(HTTP, "/api/v1/stream?director").status_code == 200
    here.address = AWAY
    assert here.get(HTTP, "/api/v1/stream?director").status_code == 403


def test_the_directors_page_leads_to_https_in_two_steps(web: HallWeb) -> None:
    """The second is a page, because browsers send no https token with an http page's link."""
    away = Browser(web, AWAY)
    led = away.get(HTTP, "/director")
    assert (led.status_code, led.location) == (302, f"{HTTPS}/enter/director")
    step = away.get(HTTPS, "/enter/director")
    assert 'content="0; url=/director"' in step.text
    assert "Set-Cookie" not in step.headers
    assert away.get(HTTPS, "/director").status_code == 200
    assert Browser(web, HERE).get(HTTP, "/director").status_code == 200


@pytest.mark.parametrize("own", [True, False])
def test_players_enter_by_http_if_their_browsers_would_warn_of_the_authority(
    web: HallWeb, own: bool
) -> None:
    """Also if the director shows them the code by https."""
    access = web.https if own else HttpsAccess(8444, None)
    director = Browser(replace(web, https=access), AWAY)
    assert director.enter(HTTPS).status_code == 200
    options = {"name": "Cup", "game": "snow_tails", "race": {"limits": [4, 3]}}
    id = director.post(HTTPS, "/tournaments", **options).json["id"]
    shown = director.get(HTTPS, f"/api/v1/tournaments/{id}/qr").text
    codes = {
        base: segno.make(f"{base}/tournaments/{id}/players", error="m").svg_inline(border=2)
        for base in (HTTP, HTTPS)
    }
    drawn = re.compile(' d="([^"]+)"')
    assert drawn.findall(shown) == drawn.findall(codes[HTTP if own else HTTPS])
    assert drawn.findall(codes[HTTP]) != drawn.findall(codes[HTTPS])


@pytest.mark.parametrize("to", ["/example.org", "%2Fexample.org", "%2F%2Fexample.org"])
def test_the_step_to_https_stays_in_the_hall(web: HallWeb, to: str) -> None:
    step = Browser(web, AWAY).get(HTTPS, f"/enter/{to}", follow_redirects=True)
    assert 'content="0; url=/example.org"' in step.text


def test_without_https_the_pin_is_taken_as_it_comes(web: HallWeb) -> None:
    """The owner has said so: a proxy has the certificate."""
    plain = replace(web, https=None)
    assert Browser(plain, AWAY).enter(HTTP).status_code == 200
    assert Browser(plain, AWAY).get(HTTP, "/ca.crt").status_code == 404


@pytest.mark.mosquitto
def test_a_hall_for_others_has_https_of_its_own_authority(tmp_path: Path) -> None:
    data = tmp_path / "hall"
    with Mosquitto(tmp_path) as broker:
        hall = Hall(data, broker, "--host", "0.0.0.0", "--tls-port", "0")
        with running(hall):
            shown = next(line for line in hall.said if line.startswith("The director: "))
            found = re.fullmatch(r"The director: https://\S+:(\d+)/director", shown)
            assert found
            trusted = ssl.create_default_context(cafile=str(data / "tls" / "ca.crt"))
            port = int(found[1])
            page = HTTPSConnection(HERE, port, timeout=PATIENCE_S, context=trusted)
            page.request("GET", "/director")
            answer = page.getresponse()
            assert answer.status == 200
            answer.read()
            assert answer.headers["Set-Cookie"].startswith("__Host-companion-hall=")
            headers = {
                "Cookie": answer.headers["Set-Cookie"].partition(";")[0],
                "Origin": f"https://{HERE}:{port}",
                "Content-Type": "application/json",
            }
            page.request("POST", "/api/v1/director", json.dumps({"pin": hall.pin}), headers)
            assert page.getresponse().status == 200
            page.close()
            hall.enter()
            served = request(hall, "GET", "/ca.crt").body
            assert served == (data / "tls" / "ca.crt").read_bytes()
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


@pytest.mark.mosquitto
@pytest.mark.parametrize("words", [(), ("--host", "0.0.0.0", "--no-tls")])
def test_a_hall_for_this_machine_or_behind_a_proxy_has_no_https(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    with Mosquitto(tmp_path) as broker:
        hall = Hall(tmp_path / "hall", broker, *words)
        with running(hall):
            assert not [line for line in hall.said if "https" in line]
            assert not (tmp_path / "hall" / "tls").exists()
            hall.enter()


@pytest.mark.parametrize(
    "words", [("--tls", "a.pem"), ("--no-tls", "--tls"), ("--tls", "1", "2", "3")]
)
def test_options_of_tls_that_do_not_fit_are_wrong_usage(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["hall", "--broker", "mqtt://b", "--hall", "club", *words])
    assert ended.value.code == 2
