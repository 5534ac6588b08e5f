"""Retention of private data, and its deletion."""
