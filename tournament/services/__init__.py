"""Writes: one function for each thing people do with events, roles and accounts."""
