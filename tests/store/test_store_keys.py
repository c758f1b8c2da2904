"""Keys that may have been answered before."""

from companion.store.keys import Keys

MANY = 20_000


def test_no_key_that_was_answered_is_taken_for_a_new_one_and_few_new_ones_are_looked_for() -> None:
    answered = [f'"phone:{number}-é"' for number in range(MANY)]
    keys = Keys(answered[: MANY // 2])
    for key in answered[MANY // 2 :]:
        keys.add(key)
    assert all(key in keys for key in answered)
    assert sum(f'"other:{number}"' in keys for number in range(MANY)) < MANY / 25
