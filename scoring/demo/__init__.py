"""The events that a fresh installation shows."""
