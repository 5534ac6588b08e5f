"""Handing events over to other installations, and taking them back."""
