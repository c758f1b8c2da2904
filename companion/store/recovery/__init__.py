"""Recovering a damaged store: page sums, log, salvage, backups, reserve."""
