"""Releasing a draw, and drawing again before the start or for the remaining sessions."""
