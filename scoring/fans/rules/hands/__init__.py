"""Tiles and hands, and the ways to read them."""
