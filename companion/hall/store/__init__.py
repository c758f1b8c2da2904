"""The hall's database: SQLite in its data directory, or PostgreSQL."""
