"""The fan calculator."""
