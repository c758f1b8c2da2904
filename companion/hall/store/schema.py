"""The tables of the database. The migrations build the same; a test compares them.

JSON is kept as text in ASCII: it is read as it came, by both engines, whatever a name holds.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""The numbers of rows. SQLite counts only `INTEGER` by itself, and it has 64 bits, too."""


def _place() -> tuple[Column[object], ...]:
    """The columns that identify an act or a result, and say when it was."""
    return (
        Column("id", NUMBER, primary_key=True),
        Column("store", String(80), nullable=False),
        Column("race", BigInteger, nullable=False),
        Column("n", BigInteger, nullable=False),
        Column("branch", String(80), nullable=False),
        Column("table_name", String(32), nullable=False),
        Column("game", String(80), nullable=False),
        Column("at", Float(53), nullable=False),
        Column("clock_synced", Boolean, nullable=False),
        Column("came", Float(53), nullable=False),
        Column("replaced", Boolean, nullable=False),
        Column("content", Text, nullable=False),
    )


ACTS = Table(
    "acts", METADATA, *_place(), UniqueConstraint("store", "race", "n", "branch", name="act_once")
)
"""Every act once, and each race's start as number 0. `replaced`: a restored backup has another."""

RESULTS = Table(
    "results",
    METADATA,
    *_place(),
    UniqueConstraint("store", "race", "n", "branch", name="result_once"),
    Index("results_came", "came"),
)
"""Every result once. It holds while its race has no act of a higher number."""

RACES = Table(
    "races",
    METADATA,
    Column("store", String(80), primary_key=True),
    Column("race", BigInteger, primary_key=True, autoincrement=False),
    Column("branch", String(80), nullable=False),
    Column("branch_from", BigInteger, nullable=False),
    Column("last_n", BigInteger, nullable=False),
)
"""Where each race stands. `branch_from`: the lowest number of its newest branch; `last_n`: the
highest number that is not replaced.
"""

TABLES = Table(
    "tables",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("store", String(80), nullable=False),
    Column("online", Boolean, nullable=False),
    Column("since", Float(53)),
    Column("state", Text),
)
"""The tables as they were last seen, saved now and then."""

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("created", Float(53), nullable=False),
    Column("options", Text, nullable=False),
)
"""The tournaments, each with its settings."""

TOURNAMENT_ACTS = Table(
    "tournament_acts",
    METADATA,
    Column("tournament", BigInteger, primary_key=True, autoincrement=False),
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
    Column("act", Text, nullable=False),
)
"""The acts of each tournament, numbered from 1 without gaps; undo and redo are acts, too."""

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""The hall's own values, such as its PIN."""
