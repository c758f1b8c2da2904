"""The simulated room and its parts, for desks and tests."""
