"""The web server under Flask: connections, streams, https, and checks of requests."""
