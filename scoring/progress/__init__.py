"""The progress of an event by session and table."""
