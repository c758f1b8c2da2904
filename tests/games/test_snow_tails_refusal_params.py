"""The params of refusals: the player at fault and the figures (cases from surviving mutants)."""

from dataclasses import replace

from snow_race import Race

from companion.games.snow_tails.state import Card, LastTurn


def test_foreign_card_is_refused_with_its_owner_or_the_right_colour() -> None:
    race = Race()
    foreign = race.refused("tap", 1, card={"value": 4, "colour": "blue"})
    assert foreign.params == {"name": "Ada", "owner": "Ben"}
    unknown = race.refused("tap", 1, card={"value": 4, "colour": "pink"})
    assert unknown.params == {"name": "Ada", "colour": "red"}


def test_refused_shuffle_names_the_player_and_the_cards_left() -> None:
    race = Race()
    assert race.refused("shuffle", 2).params == {"name": "Ben", "count": 15}
    race.state = race.state.with_sled(replace(race.state.sled(1), dogs=20))
    assert race.refused("shuffle", 1).params == {"name": "Ada"}


def test_shuffle_event_carries_its_seat() -> None:
    race = Race()
    race.state = race.state.with_sled(
        replace(
            race.state.sled(1),
            dogs=16,
            left_pile=(Card(1), Card(2)),
            right_pile=(Card(3), Card(4)),
        )
    )
    (event,) = race("shuffle", 1)
    assert (event.key, event.seat, event.params["name"]) == ("snow_tails.shuffled", 1, "Ada")
    assert (race.state.sled(1).left_pile, race.state.sled(1).right_pile) == ((Card(2),), (Card(4),))


def test_refused_discard_names_the_player_and_the_value() -> None:
    race = Race()
    assert race.refused("discard", 2, value=3).params == {"name": "Ben"}
    gone = replace(race.state.sled(1), unnamed=1, discard=(Card(3),) * 4)
    race.state = race.state.with_sled(gone)
    assert race.refused("discard", 1, value=3).params == {"name": "Ada", "value": 3}


def test_refused_late_line_names_the_player() -> None:
    race = Race(limits=(4,))
    race.state = race.state.with_sled(
        replace(race.state.sled(2), lines=2, status="finished", last=LastTurn(3, 0, 1, 0))
    )
    assert race.refused("mark", 2, what="line", late=True).params == {"name": "Ben"}
    race.state = race.state.with_sled(
        replace(race.state.sled(1), lines=1, last=LastTurn(3, 0, 1, 0))
    )
    race("tap", 1, card={"value": 3})
    race("slot", 1, slot="left")
    race("mark", 1, what="line")
    assert race.refused("mark", 1, what="line", late=True).params == {"name": "Ada"}
