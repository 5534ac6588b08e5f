"""Change who sits at a table."""
