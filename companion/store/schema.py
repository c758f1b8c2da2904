"""The tables of the store, as numbered migrations: `user_version` n has had the first n scripts.

A released script is never changed; a change is a new script at the end. Every table keeps its
rowid, so that a damaged file can be read row by row. Texts of people and games are JSON in ASCII,
so that no text can upset the database.
"""

MIGRATIONS = (
    """
    CREATE TABLE race (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        origin TEXT NOT NULL,
        wall_s REAL NOT NULL,
        mono_s REAL NOT NULL,
        boot TEXT NOT NULL,
        clock_synced INTEGER NOT NULL,
        result TEXT,
        replaced_by INTEGER
    ) STRICT;
    CREATE TABLE act (
        id INTEGER PRIMARY KEY,
        race INTEGER NOT NULL REFERENCES race (id),
        n INTEGER NOT NULL,
        act TEXT NOT NULL,
        origin TEXT NOT NULL,
        wall_s REAL NOT NULL,
        mono_s REAL NOT NULL,
        boot TEXT NOT NULL,
        clock_synced INTEGER NOT NULL,
        UNIQUE (race, n)
    ) STRICT;
    CREATE TABLE answer (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        reply TEXT NOT NULL
    ) STRICT;
    CREATE TABLE position (
        uid TEXT NOT NULL PRIMARY KEY,
        session TEXT NOT NULL,
        seq INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE setting (
        name TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT;
    CREATE TABLE tag (
        uid TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        piece TEXT NOT NULL,
        UNIQUE (game, piece)
    ) STRICT;
    """,
    """
    CREATE TABLE season_act (
        id INTEGER PRIMARY KEY,
        season INTEGER NOT NULL,
        n INTEGER NOT NULL,
        act TEXT NOT NULL,
        origin TEXT NOT NULL,
        wall_s REAL NOT NULL,
        mono_s REAL NOT NULL,
        boot TEXT NOT NULL,
        clock_synced INTEGER NOT NULL,
        UNIQUE (season, n)
    ) STRICT;
    CREATE TABLE course (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        limits TEXT NOT NULL,
        flag TEXT NOT NULL,
        note TEXT NOT NULL,
        picture TEXT NOT NULL
    ) STRICT;
    """,
    "ALTER TABLE course ADD COLUMN laid TEXT NOT NULL DEFAULT '[]'",
)

TABLES = ("race", "act", "answer", "position", "setting", "tag", "season_act", "course")
