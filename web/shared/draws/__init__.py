"""Presenters of a draw: figures, labels, pictures."""
