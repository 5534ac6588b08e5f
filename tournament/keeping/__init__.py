"""How long private data is kept, and deleting it."""
