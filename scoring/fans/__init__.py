"""The fan calculator: the score of a winning hand, with reasons."""
