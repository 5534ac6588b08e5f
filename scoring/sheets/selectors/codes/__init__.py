"""Table cards and personal codes."""
