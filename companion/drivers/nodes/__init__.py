"""Seat nodes on serial ports: found, opened, read, lost and found again."""
