"""Seats of a whole event, and the seats of called players."""
