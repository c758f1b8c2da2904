"""The saved tournaments: one list of acts each, numbered by the order in which they were saved."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, func, insert, select
from sqlalchemy.exc import IntegrityError

from companion.games.game import Act
from companion.hall.store.opening import faults
from companion.hall.store.schema import TOURNAMENT_ACTS, TOURNAMENTS

Json = dict[str, Any]


class TournamentStore:
    """The tournaments of an open database. Any thread may call. Raises StoreError."""

    def __init__(self, engine: Engine):
        self._engine = engine

    def create(self, options: Mapping[str, Any], at: float) -> int:
        """Save a new tournament; returns its number. `at`: seconds since 1970."""
        values = {"created": at, "options": json.dumps(options)}
        with faults(), self._engine.begin() as connection:
            made = connection.execute(insert(TOURNAMENTS).values(values))
            key = made.inserted_primary_key
            assert key is not None
            return int(key[0])

    def lengths(self) -> dict[int, int]:
        """How many acts each tournament has."""
        own = TOURNAMENT_ACTS.c.tournament == TOURNAMENTS.c.id
        count = select(func.count()).where(own).scalar_subquery()
        query = select(TOURNAMENTS.c.id, count.label("length")).order_by(TOURNAMENTS.c.id)
        with faults(), self._engine.begin() as connection:
            return {row.id: row.length for row in connection.execute(query)}

    def options(self, tournament: int) -> Json:
        """A tournament's settings."""
        query = select(TOURNAMENTS.c.options).where(TOURNAMENTS.c.id == tournament)
        with faults(), self._engine.begin() as connection:
            options: Json = json.loads(connection.execute(query).scalar_one())
            return options

    def acts(self, tournament: int, after: int = 0) -> list[Act]:
        """A tournament's acts of higher numbers, in order."""
        own = TOURNAMENT_ACTS.c.tournament == tournament
        query = (
            select(TOURNAMENT_ACTS.c.act)
            .where(own, TOURNAMENT_ACTS.c.n > after)
            .order_by(TOURNAMENT_ACTS.c.n)
        )
        with faults(), self._engine.begin() as connection:
            return [json.loads(act) for act in connection.execute(query).scalars()]

    def append(self, tournament: int, n: int, act: Act, at: float) -> bool:
        """Save act `n`; False if there is one already, from another hall on this database."""
        values = {"tournament": tournament, "n": n, "at": at, "act": json.dumps(act)}
        with faults():
            try:
                with self._engine.begin() as connection:
                    connection.execute(insert(TOURNAMENT_ACTS).values(values))
            except IntegrityError:
                return False
        return True
