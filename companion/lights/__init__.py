"""Render a game's view at a given time as pixels for each seat's strip. Pure."""
