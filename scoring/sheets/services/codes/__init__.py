"""Issue table cards and personal codes, and limit tries."""
