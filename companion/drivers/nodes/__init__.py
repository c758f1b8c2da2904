"""Driver of the seat nodes on serial ports."""
