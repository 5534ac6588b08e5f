"""The fan calculator's public pages: count a hand, and the reference of all fans."""
