"""Reads over the stored tables of the record: recorded events, released sessions and confirmed sheets."""
