"""Pure functions of tiles."""
