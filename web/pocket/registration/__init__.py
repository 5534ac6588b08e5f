"""A player's registration."""
