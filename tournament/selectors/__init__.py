"""Reads: one function for each question about events, persons and seats."""
