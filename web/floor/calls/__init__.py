"""Calls for a referee."""
