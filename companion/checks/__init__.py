"""What `companion doctor` looks at, by subject. Each check takes a Case and yields Findings."""
