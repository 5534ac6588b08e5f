"""Papers to print."""
