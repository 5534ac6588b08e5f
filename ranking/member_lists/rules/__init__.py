"""Pure rules: columns and rows of a list of members."""
