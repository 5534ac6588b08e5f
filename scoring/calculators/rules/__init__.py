"""The calculators, and hands and scores as plain data."""
