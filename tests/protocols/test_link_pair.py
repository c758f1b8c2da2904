"""Both ends of the link over an unreliable cable (the promise on the first page of link.md)."""

from random import Random

import pytest
from link_pair import Pair, Trouble

from companion.protocols.link import LAST_SEQ, TICKS
from companion.protocols.link_host import Ended, Joined

EVILS = ("lose", "repeat", "delay", "garble", "cut", "splice", "stuck")
LIMIT_MS = 3000


def pair(seed: int = 0) -> Pair:
    chance = Random(seed)
    return Pair(chance, chance.randrange(TICKS), lambda: chance.randrange(20))


def bad_times(both: Pair, lives: list[list[str]]) -> None:
    """Run some seconds of trouble. `lives`: the events of each of the node's sessions."""
    chance = both.chance
    for wire in (both.up, both.down):
        wire.trouble = Trouble(**{evil: chance.choice([0, 0, 0.02, 0.2, 0.6]) for evil in EVILS})
        if chance.random() < 0.2:
            wire.trouble.lose = 1
    for _ in range(chance.randrange(50, 400)):
        if chance.random() < 0.03:
            lives[-1].append(both.tap())
        if chance.random() < 0.05:
            both.show(chance.randrange(256))
        if chance.random() < 0.003:
            both.restart_service()
        if chance.random() < 0.001:
            both.restart_node()
            lives.append([])
        if chance.random() < 0.002:
            both.open_port()
        both.step()


@pytest.mark.parametrize("seed", range(60))
def test_events_reach_the_game_in_order_and_once_and_lights_recover(
    seed: int,
) -> None:
    both, lives = pair(seed), [[]]
    for _ in range(both.chance.randrange(2, 6)):
        bad_times(both, lives)
    both.end_trouble()
    both.run(LIMIT_MS)
    assert both.host.connected
    assert both.node.peer
    assert both.lights_are_right()
    both.run(LIMIT_MS)
    game = both.disk.game
    assert game == sorted(set(game)), "in order, none twice"
    last = [event for event in game if event in lives[-1]]
    assert len(last) == len(lives[-1]) - both.node.dropped, "none missing but for an overflow"


@pytest.mark.parametrize("seed", range(5))
def test_field_report_85_flipped_bits_in_every_tenth_line_lose_nothing(
    seed: int,
) -> None:
    both = pair(seed)
    both.up.trouble.garble = both.down.trouble.garble = 0.1
    both.run(1000)
    for _ in range(40):
        both.tap()
        both.show(both.chance.randrange(256))
        both.run(100)
    both.run(1000)
    assert both.disk.game == both.laid
    assert both.lights_are_right()


def test_field_report_120_evening_with_one_percent_loss_finishes() -> None:
    both = pair()
    both.up.trouble.lose = both.down.trouble.lose = 0.01
    for _ in range(500):
        both.tap()
        both.run(50)
    both.run(1000)
    assert both.disk.game == both.laid


def test_field_report_91_restarted_node_gets_its_seat_and_lights_back() -> None:
    both = pair()
    both.show(7)
    both.run(500)
    for _ in range(3):
        both.tap()
        both.run(500)
        both.lights = b""
        both.restart_node()
        both.run(500)
        assert both.node_log[-2][:2] == ("joined", 3)
        assert both.lights_are_right()
    assert both.disk.game == both.laid


def test_service_killed_after_every_tap_counts_each_once() -> None:
    both = pair()
    both.run(500)
    for tap in range(20):
        both.tap()
        both.run(10 * tap)
        both.restart_service()
    both.run(LIMIT_MS)
    assert both.disk.game == both.laid


def test_taps_during_an_unplugged_cable_arrive_later_up_to_the_queue_limit() -> None:
    both = pair()
    both.run(500)
    both.up.trouble.lose = both.down.trouble.lose = 1
    for _ in range(50):
        both.tap()
        both.run(100)
    both.end_trouble()
    both.run(LIMIT_MS)
    assert both.node.dropped == 18
    assert both.disk.game == [*both.laid[:8], *both.laid[26:]]


def test_sequence_numbers_wrap_in_a_long_link() -> None:
    both = Pair(Random(0))
    both.run(200)
    for _ in range(LAST_SEQ // 7 + 10):
        for _ in range(7):
            both.tap()
        both.run(20)
    both.run(200)
    assert both.disk.game == both.laid
    assert len(both.laid) > LAST_SEQ
    assert sum(isinstance(event, Joined) for event in both.host_log) == 1


def test_idle_link_stays_up_with_an_answer_to_each_beat() -> None:
    both = pair()
    both.run(60_000)
    assert [type(e) for e in both.host_log if isinstance(e, Joined | Ended)] == [Joined]


def test_bye_leaves_the_node_dark_until_the_next_service() -> None:
    both = pair()
    both.show(9)
    both.run(500)
    both.host.bye()
    both.run(500)
    assert both.host.closed
    assert both.lights == bytes(24)
    assert both.node_log[-1] == ("bye", 0, b"")
    both.restart_service()
    both.run(600)
    assert both.lights_are_right()
