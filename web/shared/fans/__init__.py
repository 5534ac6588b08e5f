"""A hand of tiles and its fans as Pocket, Desk and API show them."""
