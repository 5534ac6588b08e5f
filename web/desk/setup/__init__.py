"""Setting an event up."""
