"""Screens of the hall, and the ceremony."""
