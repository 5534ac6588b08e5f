"""A draw as several areas show it: figures, labels, pictures."""
