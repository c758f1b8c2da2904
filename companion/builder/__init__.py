"""What the builder of a table is helped with: doctor, units, firmware, network, cards."""
