"""Paper sheets at the Desk: the tray of a session, typing a sheet, and the second entry of its totals."""
