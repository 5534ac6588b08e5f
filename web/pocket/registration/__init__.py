"""A player's own registration."""
