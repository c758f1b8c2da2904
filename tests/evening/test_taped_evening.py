"""A taped evening replays to the same state: hands, phones, pulled cables, power cuts."""

import json
from pathlib import Path

import pytest

from companion.table.tape import WRONG_PIN
from tests.evening.hands import Hands
from tests.evening.script import Script, options
from tests.evening.service import Phone, Service, Stream, companion
from tests.evening.test_whole_race import begin, play
from tests.patience import until


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """A service that records a tape; the test starts and ends it."""
    return Service(tmp_path / "data", "--simulate", "--tape", str(tmp_path / "evening.tape"))


def connected(host: Phone) -> Stream:
    stream = Stream(host.service)
    stream.until(lambda live: all(seat["device"] == "connected" for seat in live["seats"]))
    return stream


def test_a_taped_evening_replays_to_the_same_state(service: Service, tmp_path: Path) -> None:
    tape = tmp_path / "evening.tape"
    service.start()
    try:
        host = Phone(service)
        stream = connected(host)
        script = Script(options((1, 3, 5)), 2, 6)
        script.acts = script.acts[:70]
        begin(host, script.options, stream)
        play(script, Hands(host, stream), mishaps=0.05)
        host.post("/host", pin=service.pin)
        state = stream.live["state"]
        stream.close()
    finally:
        assert service.stop() == 0
    replayed = companion("replay", str(tape))
    assert replayed.returncode == 0, replayed.stderr
    assert json.loads(replayed.stdout) == state
    written = tape.read_text()
    assert host.cookie.partition("=")[2] not in written
    assert f'"{service.pin}"' not in written


def test_a_tape_from_mid_race_to_a_power_cut_replays(service: Service, tmp_path: Path) -> None:
    words, tape = service.words, tmp_path / "evening.tape"
    service.words = ("--simulate",)
    service.start()
    try:
        host = Phone(service)
        stream = connected(host)
        script = Script(options((2, 4)), 5, 6)
        begin(host, script.options, stream)
        hands, half = Hands(host, stream), len(script.acts) // 2
        for act in script.acts[:half]:
            hands.do(act)
        stream.close()
        service.kill()
        service.words = words
        service.start()
        hands.stream = connected(host)
        for act in script.acts[half : half + 12]:
            hands.do(act)
        state = hands.stream.live["state"]
        hands.stream.close()
        wrong = f"{(int(service.pin) + 1) % 10_000:04d}"
        host.post("/host", pin=wrong)  # the tape is in order: with this line all before is on it
        until(lambda: WRONG_PIN in tape.read_text())
    finally:
        service.kill()
    replayed = companion("replay", str(tape))
    assert replayed.returncode == 0, replayed.stderr
    assert "no end" in replayed.stderr
    assert json.loads(replayed.stdout) == state
