"""Hardware on the Pi itself: readers, buttons and the strip."""
