"""Stub of CircuitPython's board: the names of a Pico's pins."""

GP0, GP1, GP2 = "GP0", "GP1", "GP2"
GP6, GP7, GP8, GP9 = "GP6", "GP7", "GP8", "GP9"
GP10, GP11, GP12, GP14, GP15 = "GP10", "GP11", "GP12", "GP14", "GP15"
GP28 = "GP28"
