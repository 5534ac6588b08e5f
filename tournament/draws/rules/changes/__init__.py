"""Changes to a chart after it was drawn: by hand before the start, and after withdrawals."""
