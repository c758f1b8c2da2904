"""Properties of the keys of Snow Tails in random states."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from snow_evening import HERE, Evening

from companion.errors import Refused
from companion.games import snow_tails
from companion.games.game import SeatView
from companion.games.snow_tails.state import State
from companion.messages import say
from companion.signals import BUTTONS, Press


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 5), st.integers(0, 10_000))
def test_every_key_does_what_its_state_says(players: int, seed: int) -> None:
    evening = Evening(players, limits=(4, 3))
    chance = Random(seed)
    for _ in range(150):
        for view in snow_tails.view(evening.state).seats:
            assert view.todo
            _check_words(view)
            _check_keys(evening.state, view)
        acts = _likely(evening.state)
        if not acts:
            break
        evening.act(chance.choice(acts))


def _likely(state: State) -> list[Mapping[str, Any]]:
    """Legal acts, without those that end a race at once; `done` and `order` are more likely."""
    acts = [act for act in snow_tails.legal(state) if act["act"] not in ("end", "retire")]
    return [*acts, *(act for act in acts if act["act"] in ("done", "order") for _ in range(4))]


def _check_words(view: SeatView) -> None:
    keys = [
        key for table in view.keys.values() for k in table.values() for key in (k.press, k.hold)
    ]
    labels = [key.label for key in (*keys, *view.extra) if key]
    for sentence in (*view.todo, *labels):
        words = say(sentence)
        assert not re.search(r"[{}]|^snow_tails\.", words), sentence


def _check_keys(state: State, view: SeatView) -> None:
    """Check that enabled keys are accepted, others refused, and presses mean their key."""
    assert all(key.enabled for key in view.extra)
    keys = [*view.extra]
    for menu, table in view.keys.items():
        assert set(table) == set(BUTTONS)
        for button, both in table.items():
            for key, hold in ((both.press, False), (both.hold, True)):
                wish = snow_tails.read(state, Press(view.seat, button, hold, HERE, menu))
                assert wish == (None if key is None else key.menu if key.act is None else key.act)
                keys += [key] if key else []
            assert both.press
    for key in keys:
        if key.act is None:
            assert key.menu == "" or key.menu in view.keys
        else:
            assert key.enabled == _accepted(state, key.act), key


def _accepted(state: State, act: Mapping[str, Any]) -> bool:
    try:
        snow_tails.apply(state, act)
    except Refused:
        return False
    return True
