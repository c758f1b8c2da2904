"""`companion doctor`: faults of machine, wiring and table file, each with its cure."""
