"""Release a draw, redraw before the start, and redraw the remaining sessions."""
