"""Fouls of players, including lateness, their penalties, and the record of fouls (App. 6)."""
