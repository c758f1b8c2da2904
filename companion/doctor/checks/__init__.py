"""The doctor's checks, one module per subject. Each check takes a Case and yields Findings."""
