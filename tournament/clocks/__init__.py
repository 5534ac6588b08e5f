"""The clock of a session and what is announced."""
