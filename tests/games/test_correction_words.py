"""The sentence of a correction, in every game: old and new values, and the reason."""

from typing import Any

import pytest
from trials import TRIALS

from companion import messages
from companion.errors import Refused
from companion.games import GAMES, history
from companion.games.corrections import REASONS, Figure, figures, status, words, yes_no
from companion.games.game import Say

SEAT = {"snow_tails": {"dogs": 4}, "reindeer_races": {"hand": 4}, "husky": {"hand": 4}}
"""A figure that every seat of the game has, at another value."""


@pytest.fixture(params=list(GAMES))
def race(request: pytest.FixtureRequest) -> history.History:
    """A race of every game at its start."""
    return history.begin(GAMES[request.param], TRIALS[request.param].SMALL)


def corrected(race: history.History, lang: str = "en", **fields: Any) -> str:
    """The sentence of the correction's event."""
    _, events = race.apply({"act": "correct", **fields})
    return messages.say(events[0], lang)


def first(race: history.History) -> dict[str, Any]:
    state = race.game.view(race.state).state
    return {"seat": state["seats"][0]["seat"], "set": SEAT[state["game"]]}


@pytest.mark.parametrize("reason", REASONS)
def test_reason_is_announced_and_changes_no_figure(race: history.History, reason: str) -> None:
    with_reason, _ = race.apply({"act": "correct", **first(race), "reason": reason})
    without, _ = race.apply({"act": "correct", **first(race)})
    assert with_reason.state == without.state
    why = messages.sentence(f"correct.reason_{reason}")
    said = corrected(race, **first(race), reason=reason)
    assert " → 4" in said
    assert said.endswith(f" ({why}).")


def test_sentence_shows_old_and_new_values_in_each_language(race: history.History) -> None:
    assert corrected(race, set={"round": 3}) == "The race, corrected: Round 1 → 3."
    assert "Runde 1 → 3 (vergessen)" in corrected(race, "de", set={"round": 3}, reason="forgotten")
    assert "1 → 3 (oublié)" in corrected(race, "fr", set={"round": 3}, reason="forgotten")


@pytest.mark.parametrize("reason", ["", "hungry", None, 1, ["moved"]])
def test_unknown_reason_is_refused(race: history.History, reason: Any) -> None:
    with pytest.raises(Refused) as refused:
        race.apply({"act": "correct", **first(race), "reason": reason})
    assert refused.value.params["field"] == "reason"


@pytest.mark.parametrize("seat", [True, False])
def test_unknown_figure_is_refused_with_the_known_ones(race: history.History, seat: bool) -> None:
    """The same fields, in the same order, for no figure and for an unknown one."""
    whose = {"seat": first(race)["seat"]} if seat else {}
    with pytest.raises(Refused) as empty:
        race.apply({"act": "correct", **whose, "set": {}})
    with pytest.raises(Refused) as unknown:
        race.apply({"act": "correct", **whose, "set": {"luck": 1}})
    known = empty.value.params["known"]
    assert {"status", "hand", "dogs"} & set(known.split(", ")) if seat else "round" in known
    assert empty.value.key == "act.empty"
    assert empty.value.params == {"act": "correct", "field": "set", "known": known}
    assert unknown.value.key == "act.unknown_field"
    assert unknown.value.params == {"act": "correct", "field": "set.luck", "known": known}


def test_reason_alone_changes_nothing(race: history.History) -> None:
    same, events = race.apply({"act": "correct", "set": {"round": 1}, "reason": "agreed"})
    assert same is race
    assert events == ()


def test_unchanged_figure_beside_a_changed_one_is_not_listed(race: history.History) -> None:
    wanted = first(race)
    wanted["set"] = {**wanted["set"], "status": "racing"}
    assert "Status" not in corrected(race, **wanted)


def test_dependent_figures_are_listed() -> None:
    race = history.begin(GAMES["snow_tails"], TRIALS["snow_tails"].SMALL)
    said = corrected(race, seat=1, set={"dents": 2, "dogs": 4}, reason="forgotten")
    figures = "Dents 0 → 2, Dog cards in hand 5 → 4, Cards in the deck 15 → 16"
    assert said.endswith(f", corrected: {figures} (forgotten).")


def test_figures_use_the_names_and_values_of_the_pages() -> None:
    values = {
        "hand": 0,
        "turn": None,
        "tiles": [],
        "laid": (7,),
        "blocked": yes_no(True),
        "due": yes_no(False),
        "status": status("eliminated"),
    }
    assert figures(values) == [
        Figure("hand", Say("ui.field_hand"), 0),
        Figure("turn", Say("ui.field_turn"), "\N{EN DASH}"),
        Figure("tiles", Say("ui.field_tiles"), "\N{EN DASH}"),
        Figure("laid", Say("ui.field_laid"), (7,)),
        Figure("blocked", Say("ui.field_blocked"), Say("ui.yes")),
        Figure("due", Say("ui.field_due"), Say("ui.no")),
        Figure("status", Say("ui.field_status"), Say("ui.status_eliminated")),
    ]


def change(field: str, old: object, new: object) -> Say:
    named = {"figure": Say(f"ui.field_{field}"), "old": old, "new": new}
    return Say("correct.change", named)


@pytest.mark.parametrize(
    ("after", "act", "changes"),
    [
        ({"hand": 3, "turn": 2}, {"set": {"hand": 3}}, [change("hand", 4, 3)]),
        (
            {"hand": 3, "turn": None},
            {"set": {"hand": 3}},
            [change("hand", 4, 3), change("turn", 2, "\N{EN DASH}")],
        ),
        ({"hand": 4, "turn": 2}, {"set": {"turn": 2}}, [change("turn", 2, 2)]),
        (
            {"hand": 3, "turn": 2},
            {"set": {"hand": 3}, "reason": "moved"},
            Say(
                "correct.because",
                {"changes": [change("hand", 4, 3)], "reason": Say("correct.reason_moved")},
            ),
        ),
    ],
)
def test_event_lists_changed_figures_or_those_set_if_none_changed(
    after: dict[str, Any], act: dict[str, Any], changes: Any
) -> None:
    before = figures({"hand": 4, "turn": 2})
    assert words(before, figures(after), act) == {"changes": changes}
