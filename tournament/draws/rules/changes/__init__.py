"""Changes to a chart after the draw: by hand before the start, and after withdrawals."""
