"""Releasing results to the public, correcting them afterwards, closing an event."""
