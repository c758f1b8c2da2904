"""The events of each act: seat, cue, and full sentence."""

from collections.abc import Callable

import pytest
from reindeer_race import LAID, Race, laid

from companion.games.reindeer_races.words import on_track
from companion.messages import say

NONE = "\N{EN DASH}"


def sentences(race: Race) -> list[str]:
    """The events of the last act: seat (- for the table), cue, sentence."""
    return [
        f"{event.seat or '-'}{event.cue and ' '}{event.cue}: {say(event)}".replace(NONE, "-")
        for event in race.events
    ]


BERT_IS_UP = "2: It is Bert's turn."
OVER = "-: The race is over."


def test_set_up_announces_the_deal_and_the_first_step() -> None:
    deal = "-: Deal 5 movement cards to each player."
    assert sentences(Race(3, first=3)) == [deal, "3: It is Cleo's turn."]
    lay = "Lay out the five tracks, the shortest first. Enter each track card as you lay it."
    assert sentences(Race(laid=None)) == [deal, f"-: {lay}"]


def test_track_card_is_announced_with_its_place() -> None:
    race = Race(laid=None, first=2)
    shown = []
    for card in (card for cards in LAID for card in cards):
        race("tap", card={"kind": "track", "card": card})
        shown += sentences(race)
    assert shown[:4] == [
        "-: Track card 7: card 1 of 3 on the letter track.",
        "-: Track card 3: card 2 of 3 on the letter track.",
        "-: Track card 1: card 3 of 3 on the letter track.",
        "-: Track card 2: card 1 of 4 on the decoration track.",
    ]
    assert shown[24:] == [
        "-: Track card 25: card 7 of 7 on the fir tree track.",
        "-: All track cards are laid out.",
        BERT_IS_UP,
    ]
    race("flip")
    assert sentences(race) == ["-: Track card 25 is turned round."]
    race("flip", 1)
    assert sentences(race) == ["-: Track card 25 is the right way round again."]


def test_cards_are_announced_with_distance_and_path() -> None:
    race = Race()
    race.tap(1, "gift_2")
    assert sentences(race) == [
        "1 card: Ada plays 2 gifts. So far 2 spaces on the gift track.",
        "1: Ada's reindeer 1 on the gift track: space 2.",
    ]
    race.tap(1, "elf")
    assert sentences(race) == [
        "1 card: Ada plays 1 elf. So far 3 spaces on the gift track.",
        "1: Ada's reindeer 1 on the gift track: space 3.",
    ]
    race("reindeer", 1, reindeer=2)
    assert sentences(race) == ["1: Ada's reindeer 2 on the gift track: space 3."]
    race("done", 1)
    assert sentences(race) == [
        "1: Ada's reindeer 2 moves to space 3 of the gift track.",
        BERT_IS_UP,
    ]


def test_elves_are_announced_step_by_step() -> None:
    race = Race()
    race.stand(1, "log 1")
    race.tap(1, "elf", "elf")
    assert sentences(race) == ["1 card: Ada plays 1 elf. So far 2 spaces. Which track?"]
    race("track", 1, track="log")
    assert sentences(race) == ["1: Ada: 2 spaces on the log cake track."]
    race("reindeer", 1, reindeer=1)
    assert sentences(race) == ["1: Ada's reindeer 1 on the log cake track: space 3."]


def test_landing_is_asked_for_and_announced() -> None:
    race = Race(spaces={"log": {3: "ice_left"}})
    race.tap(1, "log_2", "log_1")
    assert sentences(race)[1:] == [
        "1: Ada's reindeer 1 on the log cake track: space 3.",
        "1: Ada: it slides sideways. Where does it stop?",
    ]
    race("land", 1, end=4, track="gift")
    assert sentences(race) == ["1: Ada's reindeer 1 stops on space 4 of the gift track."]
    race("land", 1, end="reward")
    assert sentences(race) == ["1: Ada's reindeer 1 reaches the rewards of the log cake track."]
    race("land", 1, end="off")
    assert sentences(race) == ["1: Ada's reindeer 1 leaves the track."]
    race("done", 1)
    off = "take it off. It may start again next turn."
    assert sentences(race) == [f"1: Ada's reindeer 1 leaves the track: {off}", BERT_IS_UP]


def test_snowman_turns_the_card_and_skis_draw_two() -> None:
    """RR-41, RR-42, RR-11."""
    race = Race(spaces={"log": {2: "snowman", 3: "skis"}})
    race.move(1, "log_2")
    assert sentences(race) == [
        "1: Ada's reindeer 1 moves to space 2 of the log cake track.",
        "1: Ada: snowman! Turn the track card round; a reindeer on it stays on it.",
        BERT_IS_UP,
    ]
    assert race.event_params("turned") == {"name": "Ada", "track": on_track("log")}
    race.correct(pile=1)
    race.tap(2, "log_2", "elf")
    assert sentences(race)[1:] == [
        "2: Bert's reindeer 1 on the log cake track: space 3, skis: draw two cards."
    ]
    race("done", 2)
    assert sentences(race) == [
        "2: Bert's reindeer 1 moves to space 3 of the log cake track.",
        "2: Bert: skis! Draw two cards.",
        "2: Bert: draw 1 card.",
        "2: Bert: the draw pile is empty. Shuffle the discard pile to make a new one.",
        "2: Bert: draw 1 card.",
        "1: It is Ada's turn.",
    ]


@pytest.mark.parametrize(
    ("pile", "draws"),
    [
        (2, ["1: Ada: draw 2 cards."]),
        (
            1,
            [
                "1: Ada: draw 1 card.",
                "1: Ada: the draw pile is empty. Shuffle the discard pile to make a new one.",
                "1: Ada: draw 1 card.",
            ],
        ),
        (
            0,
            [
                "1: Ada: the draw pile is empty. Shuffle the discard pile to make a new one.",
                "1: Ada: draw 2 cards.",
            ],
        ),
    ],
)
def test_draw_is_announced_in_the_order_of_handling(pile: int, draws: list[str]) -> None:
    """RR-10, RR-11."""
    race = Race()
    race.correct(1, hand=7)
    race.correct(pile=pile)
    race("done", 1)
    assert sentences(race) == [*draws, "1: Ada: discard 2 cards.", BERT_IS_UP]
    assert race.team(1)["hand"] == 7
    race("discard", 1, card={"object": "elf"})
    assert sentences(race) == ["1: Ada discarded 1 elf."]


def test_shuffle_is_announced_to_the_table() -> None:
    race = Race()
    race.correct(pile=0)
    race("shuffle")
    assert sentences(race) == ["-: The discard pile was shuffled to make a new draw pile."]


def at_the_goal(track: str, **options: object) -> Race:
    """A race in which Ada's reindeer reaches the rewards with its next step."""
    race = Race(3, **options)  # type: ignore[arg-type]
    race.stand(1, f"{track} {race.track(track)['length']}")
    race.tap(1, f"{track}_1")
    race("reindeer", 1, reindeer=1)
    assert sentences(race) == [f"1: Ada's reindeer 1 on {say(on_track(track))}: reward."]
    return race


def test_reward_is_announced_with_its_value_and_the_last_ends_the_race() -> None:
    """RR-26, RR-50, RR-51."""
    race = at_the_goal("tree")
    race("done", 1)
    assert sentences(race) == [
        "1 finished: Ada's reindeer 1 reaches the end of the fir tree track: take the reward 15, "
        "and take the reindeer off.",
        "-: The last reward is gone from the fir tree track.",
        OVER,
        "1 winner: Ada wins and is King of the Reindeer!",
        "1: Ada: place 1, 15 points.",
        "2: Bert: place 2, 0 points.",
        "3: Cleo: place 2, 0 points.",
    ]


@pytest.mark.parametrize(
    ("tile", "what"), [({}, "the highest reward"), ({"tile": 7}, "the reward 7")]
)
def test_unknown_reward_is_announced_with_what_is_known(tile: dict[str, int], what: str) -> None:
    race = at_the_goal("gift", box=None)
    race("done", 1, **tile)
    at = "1 finished: Ada's reindeer 1 reaches the end of the gift track"
    assert sentences(race) == [f"{at}: take {what}, and take the reindeer off.", BERT_IS_UP]
    key = "reward" if tile else "reward_unknown"
    value = {"value": 7} if tile else {}
    known = {"name": "Ada", "reindeer": 1, "track": on_track("gift"), **value}
    assert race.event_params(key) == known


LEFT = "leaves the race: take the reindeer off the tracks and discard the hand."


def test_retirement_is_announced_with_the_hand() -> None:
    race = Race(3)
    race.correct(1, hand=3)
    race("retire", 1)
    assert sentences(race) == [f"1: Ada {LEFT}", BERT_IS_UP]
    assert race.event_params("retired") == {"name": "Ada", "count": 3}
    race("retire", 3)
    assert sentences(race) == [f"3: Cleo {LEFT}"]
    race("retire", 2)
    assert sentences(race) == [
        f"2: Bert {LEFT}",
        OVER,
        "-: Nobody is left in the race: no winner.",
        *(
            f"{seat}: {name}: left the race with 0 points."
            for seat, name in enumerate(("Ada", "Bert", "Cleo"), 1)
        ),
    ]


@pytest.mark.parametrize(
    ("players", "others"),
    [(2, []), (3, ["3: Cleo: place 2, 0 points."])],
)
def test_race_ended_early_lists_places_then_retired_players(
    players: int, others: list[str]
) -> None:
    race = Race(players)
    race.correct(2, tiles={"gift": [9]})
    race("retire", 1)
    race("end")
    assert sentences(race) == [
        "-: The race ends here.",
        OVER,
        "2 winner: Bert wins and is King of the Reindeer!",
        "2: Bert: place 1, 9 points.",
        *others,
        "1: Ada: left the race with 0 points.",
    ]


def test_correction_of_a_team_shows_old_and_new_values() -> None:
    race = Race()
    race.stand(1, "log 1", "gift 1")
    assert sentences(race) == [
        "1: Ada, corrected: Reindeer 1 beside the tracks → the log cake track, space 1, "
        "Reindeer 2 beside the tracks → the gift track, space 1."
    ]
    spots = {"1": None, "2": {"track": "tree", "space": 3}}
    race.correct(1, hand=3, tiles={"letter": [8], "gift": [9]}, reindeer=spots)
    assert sentences(race) == [
        "1: Ada, corrected: Cards in hand 5 → 3, Reindeer 1 the log cake track, space 1 → beside "
        "the tracks, Reindeer 2 the gift track, space 1 → the fir tree track, space 3, "
        "Rewards, the letter track - → 8, Rewards, the gift track - → 9."
    ]
    race.correct(1, tiles={"gift": []}, status="eliminated")
    assert sentences(race) == [
        "1: Ada, corrected: Cards in hand 3 → 0, Reindeer 2 the fir tree track, space 3 → beside "
        "the tracks, Rewards, the gift track 9 → -, Status racing → out of the race.",
        BERT_IS_UP,
    ]
    race.correct(1, status="racing", hand=2)
    assert sentences(race) == [
        "1: Ada, corrected: Cards in hand 0 → 2, Status out of the race → racing."
    ]


def test_unknown_reward_is_a_question_mark() -> None:
    race = Race(box=None, laid=None)
    race.correct(2, tiles={"gift": [None, 4]})
    assert sentences(race) == ["2: Bert, corrected: Rewards, the gift track - → ?, 4."]


TURNED = [{"card": card, "turned": True} for card in LAID[2]]
LYING = (
    "the letter track {0}7, 3, 1, the decoration track {1}2, 4, 5, 6, the log cake track "
    "{2}8, 9, 10, 11, 12, the gift track {3}13, 14, 15, 16, 17, 18, the fir tree track "
    "{4}19, 20, 21, 22, 23, 24, 25."
)


@pytest.mark.parametrize(
    ("race", "figures", "changes"),
    [
        (lambda: Race(laid=None), {"round": 2}, "Round 1 → 2."),
        (
            lambda: Race(box=None, laid=None),
            {
                "laid": dict(
                    zip(("letter", "decoration", "log", "gift", "tree"), laid(), strict=True)
                )
            },
            LYING.format(*["- → "] * 5),
        ),
        (
            Race,
            {"round": 3, "pile": 60, "laid": {"letter": laid()[0][::-1], "log": TURNED}},
            "Round 1 → 3, Cards in the draw pile 67 → 60, the letter track 7, 3, 1 → 1, 3, 7, "
            "the log cake track 8, 9, 10, 11, 12 → 8↻, 9↻, 10↻, 11↻, 12↻.",
        ),
    ],
)
def test_correction_of_the_race_shows_old_and_new_values(
    race: Callable[[], Race], figures: dict[str, object], changes: str
) -> None:
    corrected = race()
    corrected.correct(**figures)
    assert sentences(corrected) == [f"-: The race, corrected: {changes}"]


def test_corrected_turn_names_the_previous_seat() -> None:
    race = Race()
    race.correct(turn=2)
    assert sentences(race) == ["-: The race, corrected: Whose turn Ada → Bert.", BERT_IS_UP]


def test_correction_that_only_drops_choices_names_the_figures_set() -> None:
    race = Race()
    race.tap(1, "gift_1")
    race("reindeer", 1, reindeer=2, leaps=[False])
    race.correct(1, reindeer={"1": None})
    beside = "beside the tracks → beside the tracks"
    reindeer = ", ".join(f"Reindeer {number} {beside}" for number in range(1, 5))
    assert sentences(race) == [f"1: Ada, corrected: {reindeer}."]
    race("reindeer", 1, reindeer=2, leaps=[False])
    race.correct(1, reindeer={"1": None}, tiles={"gift": []})
    tracks = ("letter", "decoration", "log cake", "gift", "fir tree")
    rewards = ", ".join(f"Rewards, the {track} track - → -" for track in tracks)
    assert sentences(race) == [f"1: Ada, corrected: {reindeer}, {rewards}."]
    race.correct(turn=1, laid={"letter": laid()[0]})
    lying = [", ".join(map(str, cards)) + " → " for cards in LAID]
    assert sentences(race) == [
        f"-: The race, corrected: Whose turn Ada → Ada, {LYING.format(*lying)}",
        "1: It is Ada's turn.",
    ]
