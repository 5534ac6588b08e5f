"""Seats, the draw and the hall for everybody."""
