"""Strips at WLED controllers on the network."""
