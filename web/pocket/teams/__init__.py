"""Pages of teams and countries over the record."""
