"""Release results to the public, list later corrections, and close an event."""
