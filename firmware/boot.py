"""USB set-up after power-on or reset: only the seat link, and no drive.

With the service button (GP15) held, drive and console are enabled, for changing the firmware.
"""

import board
import digitalio
import storage
import supervisor
import usb_cdc
import usb_hid
import usb_midi

with digitalio.DigitalInOut(board.GP15) as service:
    service.switch_to_input(pull=digitalio.Pull.UP)
    maintained = not service.value

usb_hid.disable()
usb_midi.disable()
usb_cdc.enable(console=maintained, data=True)
supervisor.runtime.autoreload = maintained
if not maintained:
    storage.disable_usb_drive()
