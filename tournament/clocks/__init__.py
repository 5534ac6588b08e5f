"""The clock of a session, and announcements."""
