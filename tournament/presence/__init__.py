"""Presence of players: check-in, calls, fillers, line-ups, withdrawals."""
