"""Sheets from paper at the Desk: the tray of a session, typing a sheet with the keyboard, its totals a second time."""
