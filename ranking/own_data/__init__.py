"""Everything that is stored about a person, for that person only."""
