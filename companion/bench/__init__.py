"""The figures that we claim, measured: `companion bench`, and next to others `--peers`."""
