"""Formats of events: their stages, cuts, and draws of one session by standings (3.5.4)."""
