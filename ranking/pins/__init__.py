"""Pins: levels, applications and decisions (App. 9)."""
