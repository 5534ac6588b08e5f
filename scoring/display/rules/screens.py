"""The words that the address of a screen may not use."""

#: Words of other addresses of the Wall.
TAKEN = frozenset({"seats", "calls", "lots", "ceremony", "test"})
