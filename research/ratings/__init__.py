"""Ratings of players and their comparison: ``python -m research.ratings``."""
