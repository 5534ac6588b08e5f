"""Reads: one function for each question about sheets, results and standings."""
