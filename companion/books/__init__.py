"""What outlives a race: courses, seasons, stories with their records, files to take away."""
