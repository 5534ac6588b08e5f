"""Signatures, contradictions, and sheets that wait for the chief referee."""
