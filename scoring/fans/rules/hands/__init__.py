"""Tiles, hands, and their readings."""
