"""A row of the benchmark's table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A measured figure, our claim about it, and whether it meets the claim."""

    name: str
    value: float
    unit: str
    claim: str
    kept: bool
