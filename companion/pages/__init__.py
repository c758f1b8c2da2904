"""The web's edge: Flask's pages and posts, the server under it, the streams, who may come in."""
