"""Work on sheets of paper: the tray and photos."""
