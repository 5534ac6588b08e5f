"""Export and import a whole event as one file."""
