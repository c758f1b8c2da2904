"""Run by Alembic: applies the migrations on the connection that the hall has opened."""

from alembic import context

from companion.hall.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
