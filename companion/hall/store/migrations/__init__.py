"""The migrations, run by Alembic (../opening.py)."""
