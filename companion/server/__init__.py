"""The web server under Flask: connections, streams, https, and who may come in."""
