"""Seats, the draw and the hall for the public."""
