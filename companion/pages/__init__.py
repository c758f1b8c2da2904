"""The phone pages and the web API: a module for each group of pages."""
