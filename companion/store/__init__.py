"""Saved data in SQLite: durable before visible, recovered after damage, backed up."""
