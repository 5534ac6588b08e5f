"""What a server counts of its requests, and what it sends to those who watch it."""
