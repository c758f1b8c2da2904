"""The running game at the table.

The path of a tap:

    room            drivers/ puts a signal into the inbox
    loop            takes it, in its own thread
    seat_input      turns it into an act or a press (a phone's post: phone_input)
    table           does it or refuses it; only the table writes its state
    current_race    applies the act to the newest race and hands it to the store
    store           syncs it to the disk, then reports through the inbox
    table           publishes a snapshot with it
    loop            shows the snapshot in the room: strip_frames, lights/
    server/hub      sends it to the pages as JSON (pages/state_json)
"""
