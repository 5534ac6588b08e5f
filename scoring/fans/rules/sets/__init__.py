"""Fans and rule sets as data."""
