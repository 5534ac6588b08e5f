"""The clock of a session, announcements, and players who come late."""
