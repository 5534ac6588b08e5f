"""Where a long task shows its progress, its end and its file."""
