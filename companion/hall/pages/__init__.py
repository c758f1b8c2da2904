"""The hall's pages and web API."""
