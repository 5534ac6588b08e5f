"""Check-in, missing players, withdrawals."""
