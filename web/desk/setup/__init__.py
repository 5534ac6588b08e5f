"""Setup of an event."""
