"""What an emulated PN532 is sent, and what it answers when a sticker lies there."""

from companion.protocols import pn532

UID = "04A1B2C3D4E5F6"
SAM = pn532.command(*pn532.sam_configuration())
SEARCH = pn532.command(*pn532.in_list_passive_target())
FOUND = bytes.fromhex("0000FF0FF1D54B010100440007" + UID + "CA00")
