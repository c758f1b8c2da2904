"""A row of the benchmark: a figure and its claim."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure and what we claim of it."""

    name: str
    value: float
    unit: str
    claim: str
    kept: bool
