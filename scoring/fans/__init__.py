"""The fan calculator: what a winning hand scores, and why."""
