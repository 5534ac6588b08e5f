"""The public lists over the whole record."""
