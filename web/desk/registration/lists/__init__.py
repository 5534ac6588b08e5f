"""Players from a list that the organizer uploads."""
