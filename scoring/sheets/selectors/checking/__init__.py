"""Signatures, contradictions, and what waits for the chief referee."""
