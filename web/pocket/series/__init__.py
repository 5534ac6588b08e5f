"""The public pages of series."""
