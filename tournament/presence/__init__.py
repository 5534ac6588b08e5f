"""Who is here: check-in, calls, fillers, line-ups, withdrawals."""
