"""What players did wrong, which penalty follows, and its record (App. 6)."""
