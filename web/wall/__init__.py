"""Wall: what a projector or a television shows in the hall; nobody touches it."""
