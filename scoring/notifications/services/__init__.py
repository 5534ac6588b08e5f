"""Begin and stop telling a player, and note what is told."""
