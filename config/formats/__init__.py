"""Formats of dates and times where a language's usual form would mislead international readers."""
