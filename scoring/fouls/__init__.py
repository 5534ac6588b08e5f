"""What players did wrong, lateness too, which penalty follows, and its record (App. 6)."""
