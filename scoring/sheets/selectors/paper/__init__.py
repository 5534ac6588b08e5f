"""Sheets on paper: the tray, second entries, photos."""
