"""A hand of tiles and its fans, for Pocket, Desk and API."""
