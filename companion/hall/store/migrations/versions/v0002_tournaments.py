"""Tournaments and their acts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "tournaments",
        sa.Column("id", number, primary_key=True),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
    )
    op.create_table(
        "tournament_acts",
        sa.Column("tournament", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("n", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("act", sa.Text, nullable=False),
    )
