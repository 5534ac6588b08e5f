"""Fouls recorded with the penalty that follows, cancelled, published; measures; an event's own entries."""
