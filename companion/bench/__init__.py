"""`companion bench`: every figure that the project claims, measured on this machine."""
