"""The doctor's checks by subject. Each takes a Case and yields Findings."""
