"""Saved races, seasons, courses, boxes, stories and exports."""
