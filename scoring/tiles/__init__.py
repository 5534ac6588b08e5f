"""Tiles, declared sets, and the ways to cut a hand into sets: what the calculators of all games share."""
