"""A club's archive: years of races, written by the product's own store."""

from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from random import Random

from companion.bench import players
from companion.errors import StoreError
from companion.games import GAMES, history
from companion.store.store import Entry, Stamp, Start, Store

PATTERNS = 8
OPTIONS = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 3, "name": "Bo", "colour": "blue", "place": 2},
        {"seat": 5, "name": "Cy", "colour": "green", "place": 3},
    ],
    "limits": [5, 4, 6],
}


def fill(folder: Path, races: int) -> int:
    """Store this many finished races; returns the number of acts."""
    game = GAMES["snow_tails"]
    played = [players.play(game, OPTIONS, Random(seed)) for seed in range(PATTERNS)]
    results = [
        game.view(history.replay(game, OPTIONS, acts).state).state["result"] for acts in played
    ]
    told: SimpleQueue[StoreError | None] = SimpleQueue()
    asked = 0
    with closing(Store.open(folder)) as store:
        for number in range(races):
            stamp = Stamp(1_700_000_000.0 + 3600 * number, 100.0, "boot", True)
            race = store.new_race(Start("snow_tails", OPTIONS, stamp), told.put)
            acts = played[number % PATTERNS]
            for n, act in enumerate(acts, 1):
                over = results[number % PATTERNS] if n == len(acts) else None
                store.append(
                    race, Entry(n, act, stamp, {"from": "from.phone"}, result=over), told.put
                )
            asked += 1 + len(acts)
            while asked > 2000:
                assert told.get(timeout=60) is None
                asked -= 1
        for _ in range(asked):
            assert told.get(timeout=60) is None
        return sum(race.acts for race in store.races())
