"""Snow Tails."""
