"""Positions of Reindeer Races for the tests of keys."""

from reindeer_race import Race


def laying(*cards: int) -> Race:
    race = Race(laid=None)
    for card in cards:
        race("tap", card={"kind": "track", "card": card})
    return race


def after_first_turn() -> Race:
    """A race after the first turn."""
    race = Race()
    race("done", 1)
    return race


def elves() -> Race:
    race = Race()
    race.stand(1, "log 1", "gift 1", "log 3", "tree 5")
    race.tap(1, "elf")
    return race


def gift(*reindeer: int) -> Race:
    """A race with a tapped gift and perhaps a chosen reindeer."""
    race = Race()
    race.stand(1, "log 1", "gift 1")
    race.tap(1, "gift_1")
    for number in reindeer:
        race("reindeer", 1, reindeer=number)
    return race


def unknown_tile() -> Race:
    race = Race(box=None, laid=None)
    race.tap(1, "letter_2", "letter_2", "letter_2", "letter_2")
    return race


def sideways(*others: str) -> Race:
    """A race in which reindeer 1 slides sideways from space 3; `others` occupy spaces."""
    race = Race(spaces={"log": {3: "ice_left"}})
    race.stand(2, *others)
    race.tap(1, "log_2", "log_1")
    return race


def endless_ice() -> Race:
    """A race on ice that leads back to the reindeer leapt over (AM-RR-05): no space is free."""
    race = Race(spaces={"log": dict.fromkeys((5, 6, 7), "ice_back")})
    race.stand(2, "log 4")
    race.tap(1, "log_2", "log_2")
    return race


def unknown(*others: str) -> Race:
    """A race with a letter of 2 tapped and unknown spaces."""
    race = Race(box=None, laid=None)
    race.stand(2, *others)
    race.tap(1, "letter_2")
    return race
