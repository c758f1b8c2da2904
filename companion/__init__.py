"""The companion: a service that follows a dog-sled board game while it is played."""
