"""What is kept: SQLite, durable before visible; what damages it, and the copies to go back to."""
