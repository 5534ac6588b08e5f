"""Who sits where through a whole event, and which called player is missed at which seat."""
