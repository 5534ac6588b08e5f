"""File, sign, decide and settle appeals, and record their corrections (3.12, 3.13)."""
