"""What outlives a race: saved races, seasons, courses, boxes, stories, exports."""
