"""Read the builder's table.toml into a Config: devices, seats, place in a hall."""
