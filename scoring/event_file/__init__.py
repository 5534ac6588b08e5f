"""A whole event as one file, in and out."""
