"""Writes: one function for each thing people do with sheets and results."""
