"""What screens may be called in their address."""

#: Words that stand in other addresses of the Wall.
TAKEN = frozenset({"seats", "calls", "lots", "ceremony", "test"})
