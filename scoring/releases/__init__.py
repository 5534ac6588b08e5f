"""Releasing results to the public, what was corrected afterwards, closing an event."""
