"""Labels of codes, and tones of states, that several areas show."""
