"""Papers based on the seats."""
