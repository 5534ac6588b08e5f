"""Fouls, their penalties and measures."""
