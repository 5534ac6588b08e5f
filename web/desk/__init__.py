"""Desk 赛务台: what the organizer does on a laptop."""
