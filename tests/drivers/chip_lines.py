"""Frames to an emulated PN532, and its answers with a tag on it."""

from companion.protocols import pn532

UID = "04A1B2C3D4E5F6"
SAM = pn532.command(*pn532.sam_configuration())
SEARCH = pn532.command(*pn532.in_list_passive_target())
FOUND = bytes.fromhex("0000FF0FF1D54B010100440007" + UID + "CA00")
