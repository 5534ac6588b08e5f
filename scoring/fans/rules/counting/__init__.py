"""Count the fans of a hand, explain them, and find its waits."""
