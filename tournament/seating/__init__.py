"""Who sits where through a whole event."""
