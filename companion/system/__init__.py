"""The operating system around the service: systemd, mDNS, hotspot, addresses."""
