"""The hall: a service that follows all tables on an MQTT broker (docs/hall.md).

payloads and live are pure; receiver is the edge to the broker, store to the database; pages shows
them; service puts them together. No table imports any of this.
"""
