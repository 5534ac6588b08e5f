"""Simulate a format (3.5.4): many events at once, with hands from the distribution of real ones. Pure, with NumPy."""
