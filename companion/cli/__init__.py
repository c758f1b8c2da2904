"""The commands of `companion`, a file for each."""
