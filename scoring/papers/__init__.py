"""Papers of sheets and results."""
