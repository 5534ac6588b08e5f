"""Reads of stored tables. Only recorded events, released sessions and confirmed sheets are read."""
