"""What the European federation asks of a tournament: its certification, and the weight in its ranking."""
