"""The running race: the loop that owns it, what seats and phones ask, and the snapshot they see."""
