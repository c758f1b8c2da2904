"""The games that the companion knows, by the name that stands in a race's options."""
