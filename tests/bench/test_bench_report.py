"""The benchmark's rows about taps count correctly on any machine."""

from companion.bench.evening import Tap
from companion.bench.report import light_first


def test_a_light_counts_as_first_only_before_the_first_page() -> None:
    taps = [Tap(0.002, 0.003, 0.009), Tap(0.004, 0.003, 0.009), Tap(0.003, 0.003, 0.009)]
    row = light_first([*taps, Tap(0.001, 0.002, 0.003)], "disk as it is")
    assert (row.value, row.unit) == (50.0, "%")
    assert row.name == "light before the first page, disk as it is, of 4"
