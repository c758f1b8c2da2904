"""A view and the time, drawn as pixels for each seat's strip. Pure."""
