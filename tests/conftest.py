"""What holds for every test: a busy machine is no failure."""

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

settings.register_profile(
    "mutants",
    settings.get_profile("any machine"),
    derandomize=True,
    database=None,
    max_examples=30,
    phases=(Phase.explicit, Phase.generate),
)
"""For `make mutate`: the same examples each time, few of them, and none made smaller."""
