"""Reads: bodies, recorded events, persons' records, what they reach."""
