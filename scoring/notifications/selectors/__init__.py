"""Read who asked for messages, and what they are to be told."""
