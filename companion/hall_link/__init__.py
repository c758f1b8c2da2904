"""The table's link to a hall, over an MQTT broker (docs/mqtt.md).

topics, payloads, commands and discovery are pure; outbox reads the store; connection is the only
file that imports paho-mqtt; link runs them in a thread of its own.
"""
