"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _place() -> list[sa.Column[object]]:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    return [
        sa.Column("id", number, primary_key=True),
        sa.Column("store", sa.String(80), nullable=False),
        sa.Column("race", sa.BigInteger, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("branch", sa.String(80), nullable=False),
        sa.Column("table_name", sa.String(32), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("clock_synced", sa.Boolean, nullable=False),
        sa.Column("came", sa.Float(53), nullable=False),
        sa.Column("replaced", sa.Boolean, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    ]


def upgrade() -> None:
    """Create the tables."""
    for name, once in (("acts", "act_once"), ("results", "result_once")):
        unique = sa.UniqueConstraint("store", "race", "n", "branch", name=once)
        op.create_table(name, *_place(), unique)
    op.create_index("results_came", "results", ["came"])
    op.create_table(
        "races",
        sa.Column("store", sa.String(80), primary_key=True),
        sa.Column("race", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("branch", sa.String(80), nullable=False),
        sa.Column("branch_from", sa.BigInteger, nullable=False),
        sa.Column("last_n", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("store", sa.String(80), nullable=False),
        sa.Column("online", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float(53)),
        sa.Column("state", sa.Text),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
